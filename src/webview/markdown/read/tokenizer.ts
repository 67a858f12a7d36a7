import { Tokenizer, type Tokens } from 'marked';
import { cutAddress, touchesCjk } from './cjk';
import { beginsTable, paragraphRule, upToTable } from './tables';
import { boundsOf, TooComplex, type Bounds } from './bounds';

/** The limit of an address. Longer ones are text. */
const maxAddress = 2000;
const maxMailName = 70;
/** The size of the pieces for the rule of plain text, which looks ahead from each character. */
const maxTextPiece = 600;
/** A line whose markers nest deeper than the limit. */
const deepLine = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])(?=[ \t>]|$)){101}/;

/** Rules of Markdown with limits, and as other tools implement them where they differ from the specification. */
export class BoundedTokenizer extends Tokenizer {
  override blockquote(source: string): Tokens.Blockquote | undefined {
    return this.bounded(source, () => super.blockquote(source));
  }

  override list(source: string): Tokens.List | undefined {
    return this.bounded(source, () => super.list(source));
  }

  /** Checks the line below the header first, because the library's rule reads all rows before. */
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

  /** Treats tags as text, so an unclosed link tag doesn't disable the links behind it. */
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
    // An underscore within a word opens no emphasis.
    if (source.startsWith('_') && /[\p{L}\p{N}]/u.test(before)) return undefined;
    return this.scan(source, '*_', () => super.emStrong(source, masked, opener(source, before)));
  }

  /** Strikes text out only between double tildes, because a single tilde means “about”. */
  override del(source: string, masked: string, before = ''): Tokens.Del | undefined {
    if (!source.startsWith('~~')) return undefined;
    return this.scan(source, '~', () => super.del(source, masked, opener(source, before)));
  }

  override codespan(source: string): Tokens.Codespan | undefined {
    return this.scan(source, '`', () => super.codespan(source));
  }

  /** Ends an address before a script without spaces or a full-width mark. */
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

  /** Tries a rule, unless the mark is in a formula or the limit of scans is reached. */
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

  /** Reads a block. If an outermost block exceeds a limit, it becomes plain text up to the next blank line. */
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
      // The lexer accepts any token, but the rule's type doesn't include this kind.
      return { type: 'plain', raw, text: raw } as unknown as T;
    }
  }
}

/** Returns the source for a mark next to a Chinese, Japanese or Korean character, which may always open emphasis. */
function opener(source: string, before: string): string {
  return touchesCjk(source, before) ? '' : before;
}

/** Returns the number of characters that a scan has read after a mark that opens nothing. */
function charactersRead(source: string): number {
  if (/^[*_~]+(?:\s|$)|^![^[]/.test(source.slice(0, 80))) return 1;
  const bracket = /^!?\[/.test(source) ? source.indexOf(']') : -1;
  return bracket < 0 ? source.length : bracket + 1;
}

/** Returns an offset between two words, which cuts no address, and before spaces that may end a line. */
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
