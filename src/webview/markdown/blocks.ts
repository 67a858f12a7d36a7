import type { Token } from 'marked';
import { BoundedLexer } from './read/lexer';

/** Reads a text into blocks. */
export function lex(text: string): { readonly tokens: Token[]; readonly hasReferences: boolean } {
  const lexer = new BoundedLexer();
  const tokens = lexer.lex(text);
  return { tokens, hasReferences: lexer.footnotes.size > 0 || Object.keys(tokens.links).length > 0 };
}

/** Reads a text within a block. */
export function lexInline(text: string): Token[] {
  return new BoundedLexer().inlineTokens(text);
}

/**
 * How many of the tail's tokens can't change any more, whatever follows. The last block may still grow, and a line
 * that is not complete may yet turn out to belong to the block before it (`2` becomes `2. b`), so what stands before
 * the last block that begins on a complete line is final.
 */
export function finalTokens(tokens: readonly Token[], tail: string): number {
  const complete = tail.lastIndexOf('\n') + 1;
  let start = 0;
  let final = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'space' && start < complete) final = index;
    start += token.raw.length;
  }
  return final;
}

export interface FenceStart {
  readonly marker: string;
  /** What stands behind the marks, without the backslashes before its signs. */
  readonly info: string;
  /** Length of the opening line with its end. */
  readonly length: number;
}

/** The opening line of a code fence at the beginning of a text; undefined while that line is not complete. */
export function fenceAt(text: string): FenceStart | undefined {
  const match = /^(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/.exec(text);
  if (!match) return undefined;
  const info = (match[2] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return { marker: match[1] ?? '', info, length: match[0].length };
}

/** A fence closes with a line of at least as many of the same marks. */
export function closesFence(line: string, marker: string): boolean {
  const match = /^ {0,3}(`+|~+)[ \t]*$/.exec(line);
  const marks = match?.[1];
  return marks !== undefined && marks[0] === marker[0] && marks.length >= marker.length;
}

/** The beginning of a line that may yet become a closing one. */
export function mayCloseFence(line: string, marker: string): boolean {
  return /^ {0,3}(`*|~*)[ \t]*$/.test(line) && (line.trim() === '' || line.trim()[0] === marker[0]);
}
