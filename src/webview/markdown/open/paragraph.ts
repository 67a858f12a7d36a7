import type { Token, Tokens } from 'marked';
import { lexInline } from '../blocks';
import { renderInline, type LinkOpener } from '../inline';

/** A paragraph of more characters than this is no longer read as a whole for each word of it. */
const long = 2000;
/** So many characters at the end are read again: what is marked up there may not be complete. */
const open = 600;

/** Only while it is one line: a line below may make something else of the whole. */
export const isLongParagraph = (paragraph: Tokens.Paragraph): boolean =>
  paragraph.raw.length > long && !paragraph.raw.includes('\n');

/** A long paragraph that is being written: its beginning stays, the last sentences are drawn again. */
export class OpenParagraph {
  readonly element = document.createElement('p');
  private tail: Node[] = [];

  /** `start` is where the paragraph begins in the source. */
  constructor(
    readonly start: number,
    private readonly openLink: LinkOpener,
  ) {
    this.element.dir = 'auto';
  }

  /** Takes the source behind what is settled. Says how much of it is settled now; nothing once it is no single line. */
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

/** The length of a beginning, not above `most`, that means the same without what follows. It ends with a space. */
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

/** Whether a plain text holds a mark that something later could make the beginning of a pair. */
function mayPair(text: string): boolean {
  if (/[`~\\*$]|<[a-z!/?]|(?<!\w)_|_(?!\w)/i.test(text.replaceAll(' * ', ' '))) return true;
  return text.split('[').length !== text.split(']').length;
}
