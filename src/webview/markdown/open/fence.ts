import { closesFence, mayCloseFence } from '../blocks';
import { codeBlock, type CodeBlock } from '../codeBlock';
import { languageOf } from '../render';

/** A code fence that is being written. What is new goes to the end of its text, whatever is there already. */
export class OpenFence {
  private readonly block: CodeBlock;
  private lineStart: number;
  private shown: number;
  private empty = true;

  /** `start` is where the fence begins in the source, `content` where its text does. */
  constructor(
    private readonly marker: string,
    info: string,
    readonly start: number,
    content: number,
  ) {
    this.block = codeBlock(languageOf(info));
    this.lineStart = content;
    this.shown = content;
  }

  get element(): HTMLElement {
    return this.block.element;
  }

  /** Takes what is new. Says where the source goes on behind the fence, or nothing while it is open. */
  feed(source: string): number | undefined {
    for (;;) {
      const end = source.indexOf('\n', this.lineStart);
      const line = source.slice(this.lineStart, end < 0 ? undefined : end);
      if (end < 0) {
        if (!mayCloseFence(line, this.marker)) this.show(source, source.length);
        return undefined;
      }
      if (closesFence(line, this.marker)) {
        this.block.close();
        return end + 1;
      }
      this.show(source, end);
      this.lineStart = end + 1;
      this.empty = false;
    }
  }

  /** The line break before a line is shown with the line, so that the one before the closing fence never is. */
  private show(source: string, end: number): void {
    const first = this.shown <= this.lineStart;
    const text = source.slice(Math.max(this.shown, this.lineStart), end);
    this.block.append(first && !this.empty ? `\n${text}` : text);
    this.shown = end === this.lineStart ? end + 1 : end;
  }
}
