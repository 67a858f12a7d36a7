import type { MarkedToken, Token } from 'marked';
import { fenceAt, finalTokens, lex } from './blocks';
import type { LinkOpener } from './inline';
import { OpenFence } from './openFence';
import { isLong, OpenList } from './openList';
import { renderBlocks } from './render';

/** A block that stays as it is. Without `source` it was put together from parts, and is read as a whole at the end. */
interface Settled {
  readonly source: string | undefined;
  readonly nodes: readonly Node[];
}

/**
 * Draws a text that grows. Blocks that can't change any more stay as they are; only the tail is read and drawn again,
 * and inside a code fence not even that. When the text is complete it is read once as a whole, which gives the last
 * word, for instance on links that were defined late; what is drawn already as it should be stays.
 */
export class MarkdownStream {
  readonly element = document.createElement('div');
  private source = '';
  private seen = 0;
  /** Where the tail begins. */
  private at = 0;
  private settled: Settled[] = [];
  private tail: Node[] = [];
  private fence: OpenFence | undefined;
  private list: OpenList | undefined;

  constructor(private readonly openLink: LinkOpener) {
    this.element.className = 'markdown';
  }

  /** Shows `text`, which continues what was shown; anything else starts over. */
  update(text: string, open: boolean): void {
    if (!this.continues(text)) this.reset();
    this.source += text.slice(this.seen).replaceAll('\r', '');
    this.seen = text.length;
    if (!open) this.finish();
    else while (this.advance());
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
    this.at = 0;
    this.settled = [];
    this.tail = [];
    this.fence = undefined;
    this.list = undefined;
    this.element.replaceChildren();
  }

  /** One step over the tail. True when there is more to do. */
  private advance(): boolean {
    if (this.fence) return this.advanceFence(this.fence);
    const tail = this.source.slice(this.at);
    if (this.list) return this.advanceList(this.list, tail);
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
    const [first] = tokens as MarkedToken[];
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

  private advanceBlocks(tail: string): boolean {
    const { tokens } = lex(tail);
    const final = finalTokens(tokens, tail);
    this.drop();
    for (const token of tokens.slice(0, final)) this.settle(token);
    if (fenceAt(this.source.slice(this.at))) return true;
    const growing = tokens.slice(final);
    const [first, ...others] = growing as MarkedToken[];
    if (first?.type === 'list' && isLong(first) && others.every(({ type }) => type === 'space')) {
      this.list = new OpenList(first, this.openLink);
      this.element.append(this.list.element);
      return true;
    }
    this.show(renderBlocks(growing, this.openLink));
    return false;
  }

  private settle(token: Token): void {
    this.at += token.raw.length;
    if (token.type === 'space') return;
    const nodes = renderBlocks([token], this.openLink);
    this.element.append(...nodes);
    this.settled.push({ source: token.raw.trimEnd(), nodes });
  }

  private finish(): void {
    const { tokens, hasReferences } = lex(this.source);
    const blocks = tokens.filter((token) => token.type !== 'space');
    const other = this.settled.findIndex(({ source }, index) => blocks[index]?.raw.trimEnd() !== source);
    const kept = hasReferences ? 0 : other < 0 ? this.settled.length : other;
    this.drop();
    this.fence?.element.remove();
    this.list?.element.remove();
    this.fence = undefined;
    this.list = undefined;
    for (const { nodes } of this.settled.splice(kept))
      for (const node of nodes) this.element.removeChild(node);
    this.show(renderBlocks(blocks.slice(kept), this.openLink));
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
