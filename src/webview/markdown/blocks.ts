import type { Token } from 'marked';
import { BoundedLexer } from './read/lexer';

/** Returns the block tokens of a text. */
export function lex(text: string): { readonly tokens: Token[]; readonly hasReferences: boolean } {
  const lexer = new BoundedLexer();
  const tokens = lexer.lex(text);
  return { tokens, hasReferences: lexer.footnotes.size > 0 || Object.keys(tokens.links).length > 0 };
}

/** Returns the inline tokens of a block's text. */
export function lexInline(text: string): Token[] {
  return new BoundedLexer().inlineTokens(text);
}

/**
 * Returns the number of the tail's tokens that can't change anymore. The last block may still grow, and an incomplete
 * line may become part of the previous block (`2` becomes `2. b`), so only the tokens before the last block that starts
 * on a complete line are final.
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
  /** The text behind the fence's marker, without backslash escapes. */
  readonly info: string;
  /** The length of the opening line, including its line feed. */
  readonly length: number;
}

/** Returns the opening line of a code fence at the start of a text, or undefined while that line is incomplete. */
export function fenceAt(text: string): FenceStart | undefined {
  const match = /^(`{3,}(?=[^`\n]*\n)|~{3,})([^\n]*)\n/.exec(text);
  if (!match) return undefined;
  const info = (match[2] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return { marker: match[1] ?? '', info, length: match[0].length };
}

/** Returns whether a line closes a fence: with at least as many of the same characters. */
export function closesFence(line: string, marker: string): boolean {
  const match = /^ {0,3}(`+|~+)[ \t]*$/.exec(line);
  const marks = match?.[1];
  return marks !== undefined && marks[0] === marker[0] && marks.length >= marker.length;
}

/** Returns whether an incomplete line may become a closing one. */
export function mayCloseFence(line: string, marker: string): boolean {
  return /^ {0,3}(`*|~*)[ \t]*$/.test(line) && (line.trim() === '' || line.trim()[0] === marker[0]);
}
