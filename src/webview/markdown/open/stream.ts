import type { Token } from 'marked';
import { fenceAt, finalTokens, lex } from '../blocks';
import type { LinkOpener } from '../inline';
import { OpenFence } from './fence';
import { isLong, OpenList } from './list';
import { isLongParagraph, OpenParagraph } from './paragraph';
import { isLongTable, OpenTable } from './table';
import { renderBlocks } from '../render';
import type { AnyToken } from '../read/tokens';

/**
 * A block that no longer changes. Without `source`, the block was assembled from parts and is read as a whole at the
 * end.
 */
interface Settled {
  readonly source: string | undefined;
  readonly nodes: readonly Node[];
}

/**
 * Draws growing text. Finished blocks stay in the page; only the tail is read and drawn again, and inside a code fence
 * only the new text. The complete text is read once more as a whole, because a link may be defined late.
 */
export class MarkdownStream {
  readonly element = document.createElement('div');
  private source = '';
  private seen = 0;
  /** The offset of the tail. */
  private at = 0;
  private settled: Settled[] = [];
  private tail: Node[] = [];
  private fence: OpenFence | undefined;
  private list: OpenList | undefined;
  private table: OpenTable | undefined;
  private paragraph: OpenParagraph | undefined;

  constructor(private readonly openLink: LinkOpener) {
    this.element.className = 'markdown';
  }

  /** Shows `text`. A text that doesn't continue the previous one starts over. */
  update(text: string, open: boolean): void {
    if (!this.continues(text)) this.reset();
    this.source += text.slice(this.seen).replaceAll('\r', '');
    this.seen = text.length;
    if (!open) this.finish();
    else while (this.advance());
  }

  /** Compares only the last characters: comparing the whole text with each delta would take quadratic time. */
  private continues(text: string): boolean {
    if (text.length < this.seen) return false;
    const last = text.slice(Math.max(0, this.seen - 24), this.seen).replaceAll('\r', '');
    return this.source.endsWith(last);
  }

  private reset(): void {
    this.source = '';
    this.seen = 0;
    this.at = 0;
    this.settled = [];
    this.tail = [];
    this.fence = undefined;
    this.list = undefined;
    this.table = undefined;
    this.paragraph = undefined;
    this.element.replaceChildren();
  }

  /** Advances one step over the tail. Returns whether another step is needed. */
  private advance(): boolean {
    if (this.fence) return this.advanceFence(this.fence);
    const tail = this.source.slice(this.at);
    if (this.list) return this.advanceList(this.list, tail);
    if (this.table) return this.advanceTable(this.table, tail);
    if (this.paragraph) return this.advanceParagraph(this.paragraph, tail);
    const start = fenceAt(tail);
    if (start) {
      this.drop();
      this.fence = new OpenFence(start.marker, start.info, this.at, this.at + start.length);
      this.element.append(this.fence.element);
      return true;
    }
    return this.advanceBlocks(tail);
  }

  private advanceFence(fence: OpenFence): boolean {
    const end = fence.feed(this.source);
    if (end === undefined) return false;
    this.settled.push({ source: this.source.slice(fence.start, end).trimEnd(), nodes: [fence.element] });
    this.at = end;
    this.fence = undefined;
    return true;
  }

  private advanceList(list: OpenList, tail: string): boolean {
    const { tokens } = lex(tail);
    const [first] = tokens as AnyToken[];
    if (first?.type === 'list' && first.ordered === list.ordered) {
      if (finalTokens(tokens, tail) === 0) {
        this.at += list.grow(first.items, tail);
        return false;
      }
      list.end(first.items);
      this.at += first.raw.length;
    }
    this.settled.push({ source: undefined, nodes: [list.element] });
    this.list = undefined;
    return true;
  }

  private advanceTable(table: OpenTable, tail: string): boolean {
    const { read, over } = table.grow(tail);
    this.at += read;
    if (!over) return false;
    this.settled.push({ source: this.source.slice(table.start, this.at).trimEnd(), nodes: [table.element] });
    this.table = undefined;
    return true;
  }

  private advanceParagraph(paragraph: OpenParagraph, tail: string): boolean {
    const read = paragraph.grow(tail);
    if (read !== undefined) {
      this.at += read;
      return false;
    }
    paragraph.element.remove();
    this.paragraph = undefined;
    this.at = paragraph.start;
    return true;
  }

  private advanceBlocks(tail: string): boolean {
    const { tokens } = lex(tail);
    const final = finalTokens(tokens, tail);
    this.drop();
    for (const token of tokens.slice(0, final)) this.settle(token);
    if (fenceAt(this.source.slice(this.at))) return true;
    const growing = tokens.slice(final);
    const [first, ...others] = growing as AnyToken[];
    const alone = others.every(({ type }) => type === 'space');
    if (alone && first?.type === 'list' && isLong(first)) {
      this.list = new OpenList(first, this.openLink);
      this.element.append(this.list.element);
      return true;
    }
    if (alone && first?.type === 'table' && isLongTable(first)) {
      this.table = new OpenTable(first, this.at, this.openLink);
      this.at += this.table.head.length;
      this.element.append(this.table.element);
      return true;
    }
    if (alone && first?.type === 'paragraph' && isLongParagraph(first)) {
      this.paragraph = new OpenParagraph(this.at, this.openLink);
      this.element.append(this.paragraph.element);
      return true;
    }
    this.show(renderBlocks(growing, this.openLink));
    return false;
  }

  /** Finishes a table at the end of the source without drawing its rows again. */
  private endTable(table: OpenTable): void {
    if (this.advanceTable(table, this.source.slice(this.at))) return;
    this.settled.push({ source: this.source.slice(table.start).trimEnd(), nodes: [table.element] });
    this.table = undefined;
  }

  private settle(token: Token): void {
    this.at += token.raw.length;
    if (token.type === 'space') return;
    const nodes = renderBlocks([token], this.openLink);
    this.element.append(...nodes);
    this.settled.push({ source: token.raw.trimEnd(), nodes });
  }

  private finish(): void {
    if (this.table) this.endTable(this.table);
    const { tokens, hasReferences } = lex(this.source);
    const blocks = tokens.filter((token) => token.type !== 'space');
    const other = this.settled.findIndex(({ source }, index) => blocks[index]?.raw.trimEnd() !== source);
    const unchanged = hasReferences ? 0 : other < 0 ? this.settled.length : other;
    this.drop();
    for (const open of [this.fence, this.list, this.paragraph]) open?.element.remove();
    this.fence = undefined;
    this.list = undefined;
    this.paragraph = undefined;
    for (const { nodes } of this.settled.splice(unchanged))
      for (const node of nodes) this.element.removeChild(node);
    this.show(renderBlocks(blocks.slice(unchanged), this.openLink));
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
