/** Milliseconds without a key after which those that follow are meant for the question. */
const pauseMs = 500;

/**
 * A quick input takes the focus from whatever a person types into. It takes no answer at first, and none while the typing
 * goes on that it came into: an Enter then was meant for something else.
 */
export class InputGuard {
  private until = Date.now() + pauseMs;
  private seen = false;

  /** It is drawn by now, which may be long after it was asked for. Only the first time counts. */
  drawn(): void {
    if (this.seen) return;
    this.seen = true;
    this.until = Date.now() + pauseMs;
  }

  typed(): void {
    const now = Date.now();
    if (now < this.until) this.until = now + pauseMs;
  }

  get over(): boolean {
    return Date.now() >= this.until;
  }
}
