import type { MarkedToken, Token } from 'marked';

/** A block shown as the text that it is. */
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

/** Everything that the lexer makes: its own tokens, and those of the rules added to it. */
export type AnyToken = MarkedToken | PlainToken | FootnoteToken | FootnoteMarkToken;
