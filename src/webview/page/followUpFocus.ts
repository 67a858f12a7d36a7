import type { DialogId } from '../../protocol/ids';
import type { DialogRequest } from '../../protocol/dialog';

/** A question that comes later than this after an answer is none that the answer led to. */
const followUpMs = 1000;

/**
 * Whoever has answered a card and is asked for words at once goes on with words: "no, because" for instance. They
 * belong into that card, not into the composer, which would send them. Never for a card that keys choose in.
 */
export class FollowUpFocus {
  private open: ReadonlySet<DialogId> = new Set();
  private until = 0;

  /** The person's hand is elsewhere by now. */
  cancel(): void {
    this.until = 0;
  }

  /** The card that the person answered here had the focus and is gone. */
  answerSent(): void {
    this.until = performance.now() + followUpMs;
  }

  /** After each drawing: the question whose field is to have the focus, if one has just come. */
  nextField(dialogs: readonly DialogRequest[]): DialogId | undefined {
    const before = this.open;
    this.open = new Set(dialogs.map(({ id }) => id));
    if (performance.now() > this.until) return undefined;
    const asked = dialogs.find(({ id, kind }) => !before.has(id) && (kind === 'input' || kind === 'editor'));
    if (asked !== undefined) this.cancel();
    return asked?.id;
  }
}
