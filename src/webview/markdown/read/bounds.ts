/** Thrown while a block is read, and caught by the outermost one, which becomes plain text. */
export class TooComplex extends Error {}

/** The lexer's part in keeping the work for a text within bounds, as its rules see the lexer. */
export interface Bounds {
  /** Labels that a footnote of the text defines. */
  readonly footnotes: Set<string>;
  /** Whether the block being read stands in no other one. */
  readonly outermost: boolean;
  /** Whether the run of text being read may be scanned for pairs of marks any longer. */
  readonly mayScan: boolean;
  /** Prepares for the next outermost block, however the last one ended. */
  beginBlock(): void;
  /** Charges a scan. */
  scanned(characters: number): void;
  /** Returns whether the rest of the run begins within a formula, whose marks are none of Markdown's. */
  inMaths(rest: string): boolean;
}

/** Returns the bounds of a lexer, which its rules know by the type of the library alone. */
export const boundsOf = (lexer: unknown): Bounds => lexer as Bounds;
