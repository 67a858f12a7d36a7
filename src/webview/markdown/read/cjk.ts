const scripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}';
/** Punctuation of Chinese, Japanese and Korean: full-width forms and ideographic marks. */
const punctuation = '\\u3000-\\u303f\\uff00-\\uffef\\u2e80-\\u2eff\\ufe30-\\ufe4f';
const cjk = new RegExp(`[${scripts}${punctuation}]`, 'u');
const cjkMark = new RegExp(`[${punctuation}]`, 'gu');
const markBesideCjk = new RegExp(
  `[\\p{P}\\p{S}](?=([*~])\\1*[${scripts}${punctuation}])|(?<=[${scripts}${punctuation}]([*~])\\2*)(?![*_~])[\\p{P}\\p{S}]`,
  'gu',
);

/**
 * Lets emphasis close next to Chinese, Japanese and Korean punctuation, which is written without spaces. By the
 * specification, the last mark of `**…。**后` can only open. Replaces punctuation by characters of the same length.
 */
export function cjkFriendlyMask(text: string): string {
  if (!cjk.test(text)) return text;
  return text
    .replace(markBesideCjk, (mark) => (/[*_~]/.test(mark) ? mark : 'a'.repeat(mark.length)))
    .replace(cjkMark, (mark) => (mark === '\u3000' ? mark : 'a'.repeat(mark.length)));
}

/** Returns whether marks at the start of a text are next to such a character. */
export function touchesCjk(text: string, before: string): boolean {
  if (before === '' || before === '*' || before === '_' || before === '~') return false;
  const mark = text.charAt(0);
  if (mark === '_') return false;
  if (cjk.test(before)) return true;
  let end = 1;
  while (end < 80 && text.charAt(end) === mark) end += 1;
  return cjk.test(String.fromCodePoint(text.codePointAt(end) ?? 32));
}

const unspaced = new RegExp(
  `[${scripts}${punctuation}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u2010-\\u2027\\u2030-\\u205e]`,
  'u',
);

/** Returns an address up to a script without spaces, or up to a mark that can't be in an address. */
export function cutAddress(address: string): string {
  const at = address.search(unspaced);
  return at < 0 ? address : address.slice(0, at);
}
