import type { DialogId } from '../../protocol/ids';
import type { DialogRequest } from '../../protocol/dialog';

/** A question that comes later than this after an answer is unrelated to the answer. */
const followUpMs = 1000;

/**
 * Moves the focus from an answered card to a text question that follows at once, such as the reason for a denial. The
 * user may keep typing, and the composer would send that text. Cards with number keys never get the focus this way.
 */
export class FollowUpFocus {
  private open: ReadonlySet<DialogId> = new Set();
  private until = 0;

  /** Cancels the move, because the user did something else. */
  cancel(): void {
    this.until = 0;
  }

  /** Starts the wait: the focused card was answered here and is gone. */
  answerSent(): void {
    this.until = performance.now() + followUpMs;
  }

  /** Returns the question whose field gets the focus after this drawing, if any. */
  nextField(dialogs: readonly DialogRequest[]): DialogId | undefined {
    const before = this.open;
    this.open = new Set(dialogs.map(({ id }) => id));
    if (performance.now() > this.until) return undefined;
    const asked = dialogs.find(({ id, kind }) => !before.has(id) && (kind === 'input' || kind === 'editor'));
    if (asked !== undefined) this.cancel();
    return asked?.id;
  }
}
