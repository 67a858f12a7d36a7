import type { MarkedToken, Token } from 'marked';

/** A block that is shown as its source text. */
export interface PlainToken {
  readonly type: 'plain';
  readonly raw: string;
  readonly text: string;
}

export interface FootnoteToken {
  readonly type: 'footnote';
  readonly raw: string;
  readonly label: string;
  readonly tokens: readonly Token[];
}

export interface FootnoteMarkToken {
  readonly type: 'footnote-mark';
  readonly raw: string;
  readonly label: string;
}

/** All tokens of the lexer: the library's and those of added rules. */
export type AnyToken = MarkedToken | PlainToken | FootnoteToken | FootnoteMarkToken;
