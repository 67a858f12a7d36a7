import type { Disposable } from '../../base/disposable';
import type { Clock } from '../../base/clock';
import type { RuntimeHost } from '../../core/ports/runtime';
import { FrameThrottle } from '../../base/frameThrottle';

interface Put {
  readonly text: string;
  /** In place of what is there; otherwise at the caret. */
  readonly replace: boolean;
}

/** A composer takes no more than this, whoever writes. */
const longest = 1_000_000;

/** What extensions put into the composer: what comes within a frame is one text, in the order it came. */
export class ComposerWriter implements Disposable {
  private readonly puts: FrameThrottle<Put>;

  constructor(
    clock: Pick<Clock, 'after'>,
    private readonly host: Pick<RuntimeHost, 'composerText' | 'setComposerText'>,
  ) {
    this.puts = new FrameThrottle<Put>(
      clock,
      (_key, { text, replace }) => this.host.setComposerText(text, replace),
      (waiting, next) => (next.replace ? next : bounded(waiting.text + next.text, waiting.replace)),
    );
  }

  /** What the composer has, with what an extension has put there in this frame. */
  get text(): string {
    const waiting = this.puts.peek('text');
    if (waiting === undefined) return this.host.composerText();
    return waiting.replace ? waiting.text : this.host.composerText() + waiting.text;
  }

  put(text: string, replace: boolean): void {
    this.puts.set('text', bounded(text, replace));
  }

  /** What was put last is there still. */
  dispose(): void {
    this.puts.flush();
    this.puts.dispose();
  }
}

function bounded(text: string, replace: boolean): Put {
  return { text: text.slice(0, longest), replace };
}
