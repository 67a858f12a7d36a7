/** A visible part of a text, or one invisible character. */
export type TextPart =
  { readonly kind: 'plain'; readonly text: string } | { readonly kind: 'hidden'; readonly code: string };

/**
 * Everything that a font draws as nothing, or that reorders other characters: controls except tab and line feed, Unicode's
 * ignorable characters with its tags and variation selectors, direction marks, line separators, blanks and annotations.
 */
const hiddenCharacters =
  '[[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}' +
  '\\u2028\\u2029\\u2800\\ufff9-\\ufffb\\u{1d159}]';

const hidden = new RegExp(hiddenCharacters, 'gv');

/** As `hidden`, apart from the selector that gives a symbol its colours. */
const hiddenBesideEmoji = new RegExp(`(?!(?<=\\p{Extended_Pictographic})\\ufe0f)${hiddenCharacters}`, 'gv');

export interface HiddenOptions {
  /** Accepts emoji with their colours. A question accepts none: the user agrees to every character of its text. */
  readonly emoji?: boolean;
}

/** Splits a text so that characters that hide or reorder others can be spelled out. */
export function splitHidden(text: string, { emoji = false }: HiddenOptions = {}): TextPart[] {
  const result: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(emoji ? hiddenBesideEmoji : hidden)) {
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
