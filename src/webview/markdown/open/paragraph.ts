import type { Token, Tokens } from 'marked';
import { lexInline } from '../blocks';
import { renderInline, type LinkOpener } from '../inline';

/** The number of characters above which a paragraph is no longer read as a whole for each delta. */
const long = 2000;
/** The number of characters at the end that are read again, because their markup may be incomplete. */
const open = 600;

/** Returns whether a paragraph is long and has one line. A second line may turn it into another block. */
export const isLongParagraph = (paragraph: Tokens.Paragraph): boolean =>
  paragraph.raw.length > long && !paragraph.raw.includes('\n');

/** A long paragraph that is being written. Only the last sentences are drawn again. */
export class OpenParagraph {
  readonly element = document.createElement('p');
  private tail: Node[] = [];

  /** `start`: the offset of the paragraph in the source. */
  constructor(
    readonly start: number,
    private readonly openLink: LinkOpener,
  ) {
    this.element.dir = 'auto';
  }

  /** Adds source behind the settled part. Returns the newly settled length, or nothing once there is a second line. */
  grow(rest: string): number | undefined {
    if (rest.includes('\n')) return undefined;
    for (const node of this.tail) this.element.removeChild(node);
    const tokens = lexInline(rest);
    const read = settledLength(tokens, rest, rest.length - open);
    if (read === 0) {
      this.tail = this.append(tokens);
      return 0;
    }
    const head = lexInline(rest.slice(0, read));
    this.append(head);
    this.tail = this.append(lexInline(rest.slice(read)));
    return read;
  }

  private append(tokens: readonly Token[]): Node[] {
    const nodes = renderInline(tokens, this.openLink);
    this.element.append(...nodes);
    return nodes;
  }
}

/** Returns the length, at most `most`, of a beginning that later text can't change. The beginning ends with a space. */
function settledLength(tokens: readonly Token[], text: string, most: number): number {
  let at = 0;
  let settled = 0;
  for (const token of tokens) {
    if (token.type === 'text' && mayPair(token.raw)) break;
    const end = at + token.raw.length;
    if (token.type === 'text') {
      const space = text.lastIndexOf(' ', Math.min(end, most) - 1);
      if (space >= at) settled = space + 1;
    }
    if (end > most) break;
    at = end;
  }
  return settled;
}

/** Returns whether a plain text contains a mark that later text could complete to a pair. */
function mayPair(text: string): boolean {
  if (/[`~\\*$]|<[a-z!/?]|(?<!\w)_|_(?!\w)/i.test(text.replaceAll(' * ', ' '))) return true;
  return text.split('[').length !== text.split(']').length;
}
