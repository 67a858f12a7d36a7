/** Milliseconds without a key after which keys are meant for the question. */
const pauseMs = 500;

/**
 * Ignores answers right after a quick input has taken the focus, and while the user is still typing: that Enter was meant for
 * something else.
 */
export class InputGuard {
  private until = Date.now() + pauseMs;
  private seen = false;

  /** Restarts the pause at the first drawing, which may be long after the request. */
  drawn(): void {
    if (this.seen) return;
    this.seen = true;
    this.until = Date.now() + pauseMs;
  }

  typed(): void {
    const now = Date.now();
    if (now < this.until) this.until = now + pauseMs;
  }

  /** Answers count from now on. */
  get isOpen(): boolean {
    return Date.now() >= this.until;
  }
}
