import { Hooks, Lexer, type MarkedOptions, type Token, type TokensList } from 'marked';
import { TooComplex, type Bounds } from './bounds';
import { footnoteBlock, footnoteMark } from './footnotes';
import { mathBlock, mathRanges } from './maths';
import { cjkFriendlyMask } from './cjk';
import { BoundedTokenizer } from './tokenizer';

/** Containers nested deeper than this are shown as the text that they are. */
const maxDepth = 100;
/** Characters that the scans of one inline run may read in vain before its remaining marks count as text. */
const maxScanned = 1_000_000;
/** Nested blocks are read again for each level, and again for each lazy line. */
const maxNestedRead = 500_000;

/** Reads CommonMark with tables within bounds: of depth, and of the work for one block or one run of text. */
export class BoundedLexer extends Lexer implements Bounds {
  /** Labels that a footnote of the text defines. */
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

  /** Whether a block stands in no other one. Blocks of the outermost one are at depth 1. */
  get outermost(): boolean {
    return this.depth <= 1;
  }

  /** Prepares for the next block that stands in no other one, however the last one ended. */
  beginBlock(): void {
    this.depth = 1;
    this.state.top = true;
    this.readLeft = maxNestedRead;
  }

  /** Charges a scan that found nothing. */
  scanned(characters: number): void {
    this.scanLeft -= characters;
  }

  get mayScan(): boolean {
    return this.scanLeft > 0;
  }

  /** Whether the rest of a run begins within a formula, whose marks are none of Markdown's. */
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
