import type { TokenizerExtensionFunction, Tokens } from 'marked';

const formulas =
  /(?<![\w$\\])\$\$(?=[^$\s])[^$]{1,2000}\$\$|(?<![\w$\\])\$(?=[^\s$])[^$`\n]{0,500}?[^\s$\\]\$(?![\w$*_])|\\\((?!\\\))[^\n]{1,500}?\\\)|\\\[(?!\\\])[^`]{1,2000}?\\\]/g;

/** Returns the ranges of TeX formulas in an inline text. Formulas are shown as text. */
export function mathRanges(text: string): readonly (readonly [start: number, end: number])[] {
  if (!text.includes('$') && !text.includes('\\(') && !text.includes('\\[')) return [];
  return [...text.matchAll(formulas)].map((match) => [match.index, match.index + match[0].length]);
}

const block =
  /^ {0,3}(?:\$\$(?:(?!\n[ \t]*\n|\$\$)[^]){1,4000}\$\$|\\\[(?:(?!\n[ \t]*\n|\\\])[^]){1,4000}\\\])[ \t]*(?:\n|$)/;

/** Reads a formula on separate lines, which may start like a list. */
export const mathBlock: TokenizerExtensionFunction = (source): Tokens.Generic | undefined => {
  if (!/^ {0,3}(?:\$\$|\\\[)/.test(source)) return undefined;
  const raw = block.exec(source.slice(0, 4100))?.[0];
  return raw === undefined ? undefined : { type: 'plain', raw, text: raw.trimEnd() };
};
