/** Width of a row in thousandths of the width of a digit. VS Code cuts what doesn't fit, without a way to see the rest. */
export type RowWidth = typeof optionWidth | typeof textWidth;

/** Options fit in a window of about 950 pixels, where a Quick Pick has its full width. */
export const optionWidth = 66_000;

/** Texts that the user agrees to fit in a window of 640 pixels, as with a high zoom level. */
export const textWidth = 44_000;

/** Letters that are wider than a digit in the fonts of the workbench. */
const wide = /[\p{Lu}mw%@&+=<>~#]/u;
/** Characters that take two columns: East Asian letters, emoji and everything else beyond the alphabets. */
const doubleWidth = /[\u1100-\u115f\u2e80-\u{10ffff}]/u;

function widthOf(character: string): number {
  if (/[ -~]/.test(character)) return wide.test(character) ? 1_400 : 1_000;
  return doubleWidth.test(character) ? 2_000 : 1_400;
}

/**
 * Wraps text into rows, at spaces where possible, and stops at `maxRows`. Keeps line breaks.
 * `lines` says how many lines of the text the rows show in full, `end` where the rest of the text begins.
 */
export function wrap(
  text: string,
  width: RowWidth,
  maxRows = Infinity,
): { readonly rows: readonly string[]; readonly lines: number; readonly end: number } {
  const rows: string[] = [];
  let lines = 0;
  let at = 0;
  while (rows.length < maxRows) {
    const lineEnd = endOfLine(text, at);
    at = wrapLine(text, { from: at, to: lineEnd, width, maxRows }, rows);
    if (at < lineEnd) break;
    lines += 1;
    if (lineEnd >= text.length) return { rows, lines, end: text.length };
    at = lineEnd + (text.startsWith('\r\n', lineEnd) ? 2 : 1);
  }
  return { rows, lines, end: at };
}

function endOfLine(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  if (feed < 0) return text.length;
  return feed > from && text[feed - 1] === '\r' ? feed - 1 : feed;
}

interface Line {
  readonly from: number;
  readonly to: number;
  readonly width: RowWidth;
  readonly maxRows: number;
}

/** Adds the rows of one line. Returns where the rest of the line begins. */
function wrapLine(text: string, { from, to, width, maxRows }: Line, rows: string[]): number {
  let start = from;
  do {
    const end = endOfRow(text, start, to, width);
    rows.push(text.slice(start, end));
    start = end < to && text[end] === ' ' ? end + 1 : end;
  } while (start < to && rows.length < maxRows);
  return start;
}

function endOfRow(text: string, from: number, to: number, maxWidth: RowWidth): number {
  let width = 0;
  let space = -1;
  let at = from;
  while (at < to) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    width += widthOf(character);
    if (character === ' ' && at > from) space = at;
    if (width > maxWidth) break;
    at += character.length;
  }
  if (at >= to) return to;
  return space > from + (at - from) / 2 ? space : Math.max(at, from + 1);
}
