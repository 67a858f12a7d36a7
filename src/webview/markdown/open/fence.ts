import { closesFence, mayCloseFence } from '../blocks';
import { codeBlock, type CodeBlock } from '../codeBlock';
import { languageOf } from '../render';

/** A code fence that is being written. New text is appended. */
export class OpenFence {
  private readonly block: CodeBlock;
  private lineStart: number;
  private shown: number;
  private empty = true;

  /** `start`, `content`: the offsets of the fence and of its text in the source. */
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

  /** Adds the new text. Returns the offset behind the fence, or nothing while the fence is open. */
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

  /** Shows each line feed together with the line after it, so that the one before the closing fence never appears. */
  private show(source: string, end: number): void {
    const first = this.shown <= this.lineStart;
    const text = source.slice(Math.max(this.shown, this.lineStart), end);
    this.block.append(first && !this.empty ? `\n${text}` : text);
    this.shown = end === this.lineStart ? end + 1 : end;
  }
}
