// Escape sequences, by ECMA-48: commands to the terminal (OSC, DCS, …), which run to a terminator, and control sequences.
const strings = /\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
const eraseLine = /\u001b\[[012]?K/g;
const controls = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;
const others = /\u001b[ -/]*[0-~]/g;
/** One that the next chunk will finish. */
const unfinished = /\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*|[ -/]*)$/;
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const erased = '\u0000';

/**
 * The text that a terminal would show for a program's output, without colours: what a later carriage return wrote over
 * is gone. A sequence that is cut off at the end is left out until it is whole.
 */
export function stripAnsi(raw: string): string {
  if (!/[\u0000-\u0008\u000b-\u001f\u007f\u009b\ud800-\udfff]/.test(raw)) return raw;
  return raw
    .replaceAll(erased, '')
    .replace(unfinished, '')
    .replace(strings, '')
    .replace(eraseLine, erased)
    .replace(controls, '')
    .replace(others, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map(lastDrawn)
    .join('\n')
    .toWellFormed();
}

/** From the last stretch back: each shows what those after it have not written over. */
function lastDrawn(line: string): string {
  let drawn = '';
  for (const stretch of line.split('\r').reverse()) {
    const at = stretch.lastIndexOf(erased);
    const text = stretch.slice(at + 1).replace(invisible, '');
    if (text.length > drawn.length) drawn += text.slice(drawn.length);
    if (at >= 0) break;
  }
  return drawn;
}

const marks = /(\u001b\[[\d;:]*m)/;
const end = '\u001b[0m';

/**
 * What a terminal would show for an extension's words, with the marks of how they look: see `runsOf`. All other sequences
 * and controls are left out. The marks end with the text, so that what is put behind it looks as usual.
 */
export function keepSgr(raw: string): string {
  if (!raw.includes('\u001b[')) return stripAnsi(raw);
  const text = raw.replaceAll('\r\n', '\n');
  // What is written over keeps no marks: they would have to be taken apart by columns.
  if (text.includes('\r') || /\u001b\[[012]?K/.test(text)) return stripAnsi(text);
  const parts = text.split(marks).map((part, index) => (index % 2 === 1 ? part : stripAnsi(part)));
  const said = parts.join('');
  return parts.length > 1 && !said.endsWith(end) ? `${said}${end}` : said;
}
