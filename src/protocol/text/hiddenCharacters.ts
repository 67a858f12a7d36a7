/** A visible part of a text, or one invisible character. */
export type TextPart =
  { readonly kind: 'plain'; readonly text: string } | { readonly kind: 'hidden'; readonly code: string };

// Controls except tab and line feed, soft hyphen, zero-width and direction marks, joiners, fillers, blanks, tags, selectors.
const hidden = new RegExp(
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
    '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb' +
    '\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e01ef}]',
  'gu',
);

/** Splits a text so that characters that hide or reorder others can be spelled out. */
export function splitHidden(text: string): TextPart[] {
  const result: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(hidden)) {
    if (match.index > from) result.push({ kind: 'plain', text: text.slice(from, match.index) });
    const code = match[0].codePointAt(0) ?? 0;
    result.push({ kind: 'hidden', code: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` });
    from = match.index + match[0].length;
  }
  if (from < text.length) result.push({ kind: 'plain', text: text.slice(from) });
  return result;
}

/** Returns the text with invisible characters spelled out as ‹U+200B›, for places without markup. */
export function visibleText(text: string): string {
  return splitHidden(text)
    .map((part) => (part.kind === 'plain' ? part.text : `‹${part.code}›`))
    .join('');
}
