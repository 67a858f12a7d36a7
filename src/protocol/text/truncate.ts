/** Returns at most `maxChars` characters of a text. A truncated text ends with “…” and has only whole characters. */
export function truncate(text: string, maxChars: number): string {
  // A character has at most two code units, and a text may be a whole file.
  const characters = text.length <= maxChars ? [] : Array.from(text.slice(0, maxChars * 2 + 2));
  return characters.length <= maxChars ? text : `${characters.slice(0, maxChars - 1).join('')}…`;
}

/** Returns a text on one line, with at most `maxChars` characters. */
export function oneLine(text: string, maxChars = 200): string {
  const line = text
    .slice(0, maxChars * 4)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
  return truncate(line, maxChars);
}
