import type * as vscode from 'vscode';

/** A pause of this length shows that the user doesn't type into something else any more. */
const pauseTicks = 5;
const tickMs = 100;

/**
 * Ignores keys and answers right after a quick input has taken the focus, and while the user is still typing: they were
 * meant for something else. Counts turns of the event loop and not time, because keys wait while the host is busy.
 */
export class InputGuard implements vscode.Disposable {
  private ticks = pauseTicks;
  private seen = false;
  private readonly timer = setInterval(() => {
    this.ticks -= 1;
    if (this.ticks <= 0) clearInterval(this.timer);
  }, tickMs);

  /** Restarts the pause when the input is first drawn, which may be long after the request. */
  drawn(): void {
    if (this.seen) return;
    this.seen = true;
    if (!this.isOpen) this.ticks = pauseTicks;
  }

  /** Restarts the pause unless it is over. Returns whether the keys count. */
  typed(): boolean {
    if (this.isOpen) return true;
    this.ticks = pauseTicks;
    return false;
  }

  /** Returns whether answers count now. */
  get isOpen(): boolean {
    return this.ticks <= 0;
  }

  dispose(): void {
    clearInterval(this.timer);
  }
}
