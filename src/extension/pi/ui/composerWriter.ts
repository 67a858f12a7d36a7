import type { Disposable } from '../../base/disposable';
import type { Clock } from '../../base/clock';
import type { RuntimeHost } from '../../core/ports/runtime';
import { FrameThrottle } from '../../base/frameThrottle';

interface Edit {
  readonly text: string;
  /** Replaces the text of the composer. Otherwise inserts at the caret. */
  readonly replace: boolean;
}

/** The limit of a composer. */
const maxChars = 1_000_000;

/** Writes the texts of extensions into the composer. Joins all edits of a frame, in their order. */
export class ComposerWriter implements Disposable {
  private readonly edits: FrameThrottle<Edit>;

  constructor(
    clock: Pick<Clock, 'after'>,
    private readonly host: Pick<RuntimeHost, 'composerText' | 'setComposerText'>,
  ) {
    this.edits = new FrameThrottle<Edit>(
      clock,
      (_key, { text, replace }) => this.host.setComposerText(text, replace),
      (waiting, next) => (next.replace ? next : bounded(waiting.text + next.text, waiting.replace)),
    );
  }

  /** Returns the text of the composer with the edits of this frame. */
  get text(): string {
    const waiting = this.edits.peek('text');
    if (waiting === undefined) return this.host.composerText();
    return waiting.replace ? waiting.text : this.host.composerText() + waiting.text;
  }

  write(text: string, replace: boolean): void {
    this.edits.set('text', bounded(text, replace));
  }

  /** Writes the edits of the last frame. */
  dispose(): void {
    this.edits.flush();
    this.edits.dispose();
  }
}

function bounded(text: string, replace: boolean): Edit {
  return { text: text.slice(0, maxChars), replace };
}
