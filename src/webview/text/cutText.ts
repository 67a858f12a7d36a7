/** A part of a text that is short enough to be drawn at once, and the size of the rest. */
export interface CutText {
  readonly shown: string;
  readonly moreLines: number;
  readonly moreCharacters: number;
}

export interface TextLimits {
  readonly lines: number;
  readonly characters: number;
}

/** Cuts a text at the end of a line, or within a single line that is too long. */
export function cutText(text: string, limits: TextLimits): CutText {
  let end = 0;
  let lines = 0;
  while (lines < limits.lines && end < text.length) {
    const lineEnd = text.indexOf('\n', end);
    const next = lineEnd < 0 ? text.length : lineEnd + 1;
    if (next > limits.characters) break;
    end = next;
    lines += 1;
  }
  // Shows the beginning of a first line that doesn't fit.
  if (end === 0) end = Math.min(limits.characters, text.length);
  if (end >= text.length) return { shown: text, moreLines: 0, moreCharacters: 0 };
  if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
  const rest = text.slice(end);
  return {
    shown: text.slice(0, end).replace(/\n$/, ''),
    moreLines: countLines(rest),
    moreCharacters: rest.length,
  };
}

/** Cuts the beginning off a text, at the end of a line or within a single line that is too long. */
export function cutTextBefore(text: string, limits: TextLimits): CutText {
  let start = text.length;
  let lines = 0;
  while (lines < limits.lines && start > 0) {
    const lineStart = text.lastIndexOf('\n', start - 2) + 1;
    if (text.length - lineStart > limits.characters) break;
    start = lineStart;
    lines += 1;
  }
  if (start === text.length) start = Math.max(0, text.length - limits.characters);
  if (start === 0) return { shown: text, moreLines: 0, moreCharacters: 0 };
  if (/[\udc00-\udfff]/.test(text.charAt(start))) start += 1;
  const rest = text.slice(0, start);
  return {
    shown: text.slice(start),
    moreLines: countLines(rest),
    moreCharacters: rest.length,
  };
}

/** Counts lines without copies of them, because a text may have megabytes. */
function countLines(text: string): number {
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

const maxPartLines = 100;
const maxPartCharacters = 4000;

/** Splits a text into parts that a page lays out separately. Breaks lines that are too long for a part. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = start;
    let lines = 0;
    while (end < text.length && lines < maxPartLines) {
      const lineEnd = text.indexOf('\n', end);
      const next = lineEnd < 0 ? text.length : lineEnd + 1;
      if (next - start > maxPartCharacters) break;
      end = next;
      lines += 1;
    }
    if (end === start) {
      end = Math.min(start + maxPartCharacters, text.length);
      if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
    }
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}
