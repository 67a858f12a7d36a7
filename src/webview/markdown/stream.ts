import { closesFence, fenceAt, finalTokens, lex, mayCloseFence } from './blocks';
import { codeBlock, type CodeBlock } from './codeBlock';
import type { LinkOpener } from './inline';
import { languageOf, renderBlocks } from './render';

interface OpenFence {
  readonly marker: string;
  readonly block: CodeBlock;
  /** Where the fence begins, and up to where its text is on the page. */
  readonly start: number;
  shown: number;
  lineStart: number;
  empty: boolean;
}

/**
 * Draws a text that grows. Blocks that can't change any more stay as they are; only the tail is read and drawn again,
 * and inside a code fence not even that. When the text is complete it is read once as a whole, which gives the last
 * word on links that were defined late.
 */
export class MarkdownStream {
  readonly element = document.createElement('div');
  private source = '';
  private seen = 0;
  private committed = 0;
  private committedBlocks: string[] = [];
  private tail: Node[] = [];
  private fence: OpenFence | undefined;

  constructor(private readonly openLink: LinkOpener) {
    this.element.className = 'markdown';
  }

  /** Shows `text`, which continues what was shown; anything else starts over. */
  update(text: string, open: boolean): void {
    if (!this.continues(text)) this.reset();
    this.source += text.slice(this.seen).replaceAll('\r', '');
    this.seen = text.length;
    if (open) this.advance();
    else this.finish();
  }

  /** A whole comparison would cost what the text is long, with each delta; its last characters tell as much. */
  private continues(text: string): boolean {
    if (text.length < this.seen) return false;
    const last = text.slice(Math.max(0, this.seen - 24), this.seen).replaceAll('\r', '');
    return this.source.endsWith(last);
  }

  private reset(): void {
    this.source = '';
    this.seen = 0;
    this.committed = 0;
    this.committedBlocks = [];
    this.tail = [];
    this.fence = undefined;
    this.element.replaceChildren();
  }

  private advance(): void {
    for (;;) {
      if (this.fence && !this.feedFence(this.fence)) return;
      const tail = this.source.slice(this.committed);
      const start = fenceAt(tail);
      if (start) {
        this.openFence(start.marker, start.info, start.length);
        continue;
      }
      const { tokens } = lex(tail);
      const final = finalTokens(tokens, tail);
      this.drop();
      const settled = tokens.slice(0, final);
      this.element.append(...renderBlocks(settled, this.openLink));
      for (const token of settled) {
        this.committed += token.raw.length;
        if (token.type !== 'space') this.committedBlocks.push(token.raw.trimEnd());
      }
      if (fenceAt(this.source.slice(this.committed))) continue;
      this.show(renderBlocks(tokens.slice(final), this.openLink));
      return;
    }
  }

  private openFence(marker: string, info: string, length: number): void {
    this.drop();
    const block = codeBlock(languageOf(info));
    const start = this.committed;
    this.fence = { marker, block, start, shown: start + length, lineStart: start + length, empty: true };
    this.element.append(block.element);
  }

  /** Takes what is new into the open code block. True when the fence has closed. */
  private feedFence(fence: OpenFence): boolean {
    for (;;) {
      const end = this.source.indexOf('\n', fence.lineStart);
      const line = this.source.slice(fence.lineStart, end < 0 ? undefined : end);
      if (end < 0) {
        if (!mayCloseFence(line, fence.marker)) this.showLine(fence, this.source.length);
        return false;
      }
      if (closesFence(line, fence.marker)) {
        this.committedBlocks.push(this.source.slice(fence.start, end).trimEnd());
        this.committed = end + 1;
        fence.block.close();
        this.fence = undefined;
        return true;
      }
      this.showLine(fence, end);
      fence.lineStart = end + 1;
      fence.empty = false;
    }
  }

  /** The line break before a line is shown with the line, so that the one before the closing fence never is. */
  private showLine(fence: OpenFence, end: number): void {
    const first = fence.shown <= fence.lineStart;
    const text = this.source.slice(Math.max(fence.shown, fence.lineStart), end);
    fence.block.append(first && !fence.empty ? `\n${text}` : text);
    fence.shown = end === fence.lineStart ? end + 1 : end;
  }

  private finish(): void {
    const { tokens, hasReferences } = lex(this.source);
    const blocks = tokens.filter((token) => token.type !== 'space');
    const same = this.committedBlocks.every((raw, index) => blocks[index]?.raw.trimEnd() === raw);
    this.drop();
    this.fence?.block.element.remove();
    this.fence = undefined;
    if (!same || hasReferences) {
      this.committedBlocks = [];
      this.element.replaceChildren();
    }
    this.show(renderBlocks(blocks.slice(this.committedBlocks.length), this.openLink));
  }

  private show(nodes: Node[]): void {
    this.tail = nodes;
    this.element.append(...nodes);
  }

  private drop(): void {
    for (const node of this.tail) this.element.removeChild(node);
    this.tail = [];
  }
}
