import { Tokenizer, type Tokens } from 'marked';
import { cutAddress, touchesCjk } from './cjk';
import { beginsTable, paragraphRule, upToTable } from './tables';
import { boundsOf, TooComplex, type Bounds } from './bounds';

/** Longer addresses are text. */
const maxAddress = 2000;
const maxMailName = 70;
/** The rule for plain text looks ahead from each character of it, so it gets no more than this at once. */
const maxTextPiece = 600;
/** More markers than this at the beginning of a line are more depth than is ever read. */
const deepLine = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])(?=[ \t>]|$)){101}/;

/** The rules of Markdown where other tools differ from the specification, and within bounds. */
export class BoundedTokenizer extends Tokenizer {
  override blockquote(source: string): Tokens.Blockquote | undefined {
    return this.bounded(source, () => super.blockquote(source));
  }

  override list(source: string): Tokens.List | undefined {
    return this.bounded(source, () => super.list(source));
  }

  /** The rule reads all rows before it looks at the line below the head; most lines are no heads. */
  override table(source: string): Tokens.Table | undefined {
    const [, head = '', line = ''] = /^([^\n]*)\n([^\n]*)/.exec(source) ?? [];
    return beginsTable(head, line) ? super.table(source) : undefined;
  }

  override paragraph(source: string): Tokens.Paragraph | undefined {
    const found = paragraphRule.exec(source)?.[0];
    if (found === undefined) return undefined;
    const raw = upToTable(found);
    return { type: 'paragraph', raw, text: raw, tokens: this.lexer.inline(raw) };
  }

  override escape(source: string): Tokens.Escape | undefined {
    return this.bounds.inMaths(source) ? undefined : super.escape(source);
  }

  /** Tags are text here: one that opens a link, and never closes it, takes no link from what follows. */
  override tag(source: string): Tokens.Tag | undefined {
    const { state } = this.lexer;
    const { inLink } = state;
    const token = this.scan(source, '<', () => super.tag(source));
    state.inLink = inLink;
    return token;
  }

  override link(source: string): Tokens.Link | Tokens.Image | undefined {
    return this.scan(source, '[!', () => super.link(source));
  }

  override reflink(
    source: string,
    links: Parameters<Tokenizer['reflink']>[1],
  ): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    return this.scan(source, '[!', () => super.reflink(source, links));
  }

  override emStrong(source: string, masked: string, before = ''): Tokens.Em | Tokens.Strong | undefined {
    // Within a word an underscore opens nothing.
    if (source.startsWith('_') && /[\p{L}\p{N}]/u.test(before)) return undefined;
    return this.scan(source, '*_', () => super.emStrong(source, masked, opener(source, before)));
  }

  /** One tilde means “about”, so it takes two to strike out. */
  override del(source: string, masked: string, before = ''): Tokens.Del | undefined {
    if (!source.startsWith('~~')) return undefined;
    return this.scan(source, '~', () => super.del(source, masked, opener(source, before)));
  }

  override codespan(source: string): Tokens.Codespan | undefined {
    return this.scan(source, '`', () => super.codespan(source));
  }

  /** An address ends where the text goes on in a script that needs no spaces, or with a full-width mark. */
  override url(source: string): Tokens.Link | undefined {
    if (this.bounds.inMaths(source)) return undefined;
    if (!/^(?:https?:|ftp:|www\.|[\w.!#$%&'*+/=?^`{|}~-]+@)/i.test(source.slice(0, maxMailName)))
      return undefined;
    const [address = ''] = /^[^\s<]*/.exec(source.slice(0, maxAddress + 1)) ?? [];
    if (address.length > maxAddress) return undefined;
    const cut = cutAddress(address);
    return super.url(cut === address ? source : cut);
  }

  override inlineText(source: string): Tokens.Text | undefined {
    if (source.length <= maxTextPiece) return super.inlineText(source);
    return super.inlineText(source.slice(0, endOfWords(source, maxTextPiece)));
  }

  private get bounds(): Bounds {
    return boundsOf(this.lexer);
  }

  /** Tries a mark, unless it stands in a formula or too much was read in vain already. */
  private scan<T extends { readonly raw: string }>(
    source: string,
    marks: string,
    read: () => T | undefined,
  ): T | undefined {
    if (!marks.includes(source.charAt(0))) return undefined;
    const { bounds } = this;
    if (!bounds.mayScan || bounds.inMaths(source)) return undefined;
    const token = read();
    bounds.scanned(token === undefined ? charactersRead(source) : token.raw.length);
    return token;
  }

  /** The outermost block that is too deep, or takes too much work, is plain text up to the next blank line. */
  private bounded<T>(source: string, read: () => T | undefined): T | undefined {
    const { bounds } = this;
    if (!bounds.outermost) return read();
    bounds.beginBlock();
    try {
      if (deepLine.test(source.slice(0, 2000))) throw new TooComplex();
      return read();
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
      bounds.beginBlock();
      const end = source.search(/\n[ \t]*\n/);
      const raw = end < 0 ? source : source.slice(0, end);
      // The lexer takes any token; this kind is none of the two that the rule is for.
      return { type: 'plain', raw, text: raw } as unknown as T;
    }
  }
}

/** Beside a character of Chinese, Japanese or Korean a mark opens whatever stands on its other side. */
function opener(source: string, before: string): string {
  return touchesCjk(source, before) ? '' : before;
}

/** How far a mark that begins nothing was followed. */
function charactersRead(source: string): number {
  if (/^[*_~]+(?:\s|$)|^![^[]/.test(source.slice(0, 80))) return 1;
  const bracket = /^!?\[/.test(source) ? source.indexOf(']') : -1;
  return bracket < 0 ? source.length : bracket + 1;
}

/** The end of a beginning of a text between two words, so that no address is cut, and before blanks that may end a line. */
function endOfWords(text: string, most: number): number {
  let end = most;
  while (end > 0 && !isBlank(text, end)) end -= 1;
  while (end > 0 && isBlank(text, end - 1)) end -= 1;
  if (end > 0) return end;
  return /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
}

function isBlank(text: string, at: number): boolean {
  const character = text.charAt(at);
  return character === ' ' || character === '\n' || character === '\t';
}
