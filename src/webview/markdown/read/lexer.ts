import { Hooks, Lexer, type MarkedOptions, type Token, type TokensList } from 'marked';
import { TooComplex, type Bounds } from './bounds';
import { footnoteBlock, footnoteMark } from './footnotes';
import { mathBlock, mathRanges } from './maths';
import { cjkFriendlyMask } from './cjk';
import { BoundedTokenizer } from './tokenizer';

/** The limit of nested containers. Deeper ones are shown as text. */
const maxDepth = 100;
/** The limit of characters that unsuccessful scans of one inline text may read. Its remaining marks are text then. */
const maxScanned = 1_000_000;
/** The limit of characters that nested blocks may read. They are read again for each level and each lazy line. */
const maxNestedRead = 500_000;

/** Reads CommonMark with tables. Limits the depth, and the work for each block and each inline text. */
export class BoundedLexer extends Lexer implements Bounds {
  /** The labels of the text's footnotes. */
  readonly footnotes = new Set<string>();
  private depth = 0;
  private readLeft = Infinity;
  private scanLeft = 0;
  private run:
    { readonly length: number; readonly maths: readonly (readonly [number, number])[] } | undefined;

  constructor() {
    super(optionsOf(new BoundedTokenizer()));
  }

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[] {
    this.readLeft -= source.length;
    return this.nested(() => super.blockTokens(source, tokens, lastParagraphClipped));
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const outer = this.run;
    if (outer === undefined) this.scanLeft = maxScanned;
    else this.scanned(source.length);
    this.run = { length: source.length, maths: mathRanges(source) };
    try {
      return this.nested(() => super.inlineTokens(source, tokens));
    } catch (error) {
      if (outer !== undefined || !(error instanceof TooComplex)) throw error;
      tokens.length = 0;
      tokens.push({ type: 'text', raw: source, text: source });
      return tokens;
    } finally {
      this.run = outer;
    }
  }

  /** Returns whether the current block is not nested. Blocks in an outermost block have depth 1. */
  get outermost(): boolean {
    return this.depth <= 1;
  }

  /** Resets the limits for the next outermost block. */
  beginBlock(): void {
    this.depth = 1;
    this.state.top = true;
    this.readLeft = maxNestedRead;
  }

  /** Counts the characters of a scan that found nothing. */
  scanned(characters: number): void {
    this.scanLeft -= characters;
  }

  get mayScan(): boolean {
    return this.scanLeft > 0;
  }

  /** Returns whether the rest of an inline text starts within a formula, whose marks aren't Markdown. */
  inMaths(rest: string): boolean {
    const { run } = this;
    if (run === undefined || run.maths.length === 0) return false;
    const at = run.length - rest.length;
    return run.maths.some(([start, end]) => at >= start && at < end);
  }

  private nested<T>(read: () => T): T {
    if (this.depth > maxDepth || this.readLeft < 0) throw new TooComplex();
    this.depth += 1;
    try {
      return read();
    } finally {
      this.depth -= 1;
    }
  }
}

function optionsOf(tokenizer: BoundedTokenizer): MarkedOptions {
  const hooks = new Hooks();
  hooks.emStrongMask = cjkFriendlyMask;
  return {
    gfm: true,
    breaks: false,
    tokenizer,
    hooks,
    extensions: {
      renderers: {},
      childTokens: {},
      block: [footnoteBlock, mathBlock],
      inline: [footnoteMark],
    },
  };
}
