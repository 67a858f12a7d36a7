/** Thrown while a block is read. The outermost block catches it and becomes plain text. */
export class TooComplex extends Error {}

/** The lexer's limits of the work for a text, for the tokenizer's rules. */
export interface Bounds {
  /** The labels of the text's footnotes. */
  readonly footnotes: Set<string>;
  /** True if the current block is not nested. */
  readonly outermost: boolean;
  /** True while the current inline text may be scanned for pairs of marks. */
  readonly mayScan: boolean;
  /** Resets the limits for the next outermost block. */
  beginBlock(): void;
  /** Counts the characters of a scan. */
  scanned(characters: number): void;
  /** Returns whether the rest of the inline text starts within a formula, whose marks aren't Markdown. */
  inMaths(rest: string): boolean;
}

/** Returns a lexer's limits. The library's type doesn't declare them. */
export const boundsOf = (lexer: unknown): Bounds => lexer as Bounds;
