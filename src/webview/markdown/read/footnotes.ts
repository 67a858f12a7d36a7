import type { TokenizerExtensionFunction, Tokens } from 'marked';
import { boundsOf } from './bounds';

const definition =
  /^ {0,3}\[\^([^\]\s^[]{1,100})\]:[ \t]*([^\n]*(?:\n(?![ \t]*\n| {0,3}(?:\[\^|```|~~~|#|>|[-*+] ))[^\n]+)*)(?:\n|$)/;

/** Reads a footnote's definition, which is drawn as a paragraph in its place. */
export const footnoteBlock: TokenizerExtensionFunction = function (source): Tokens.Generic | undefined {
  if (!/^ {0,3}\[\^/.test(source)) return undefined;
  const match = definition.exec(source);
  if (!match) return undefined;
  const [raw, label = '', text = ''] = match;
  boundsOf(this.lexer).footnotes.add(label);
  return { type: 'footnote', raw, label, tokens: this.lexer.inline(text) };
};

/** Reads a reference to a footnote. A reference without a definition is text, such as a range in a pattern. */
export const footnoteMark: TokenizerExtensionFunction = function (source): Tokens.Generic | undefined {
  const match = source.startsWith('[^') ? /^\[\^([^\]\s^[]{1,100})\]/.exec(source) : null;
  if (!match || !boundsOf(this.lexer).footnotes.has(match[1] ?? '')) return undefined;
  return { type: 'footnote-mark', raw: match[0], label: match[1] };
};
