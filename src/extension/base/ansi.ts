// Escape sequences of ECMA-48: command strings (OSC, DCS, …) up to their terminator, and control sequences. Node's
// `stripVTControlCharacters` leaves most command strings and private control sequences in the text.
const strings = /\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;
const eraseLine = /\u001b\[[012]?K/g;
const controls = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;
const others = /\u001b[ -/]*[0-~]/g;
/** A sequence that the next chunk will finish. */
const unfinished = /\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*|[ -/]*)$/;
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const erased = '\u0000';

/**
 * Returns the text that a terminal would show for a program's output, without colours and without text that was
 * overwritten after a carriage return. Leaves out an incomplete sequence at the end.
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

/** Goes from the last segment back, which is linear: each segment shows only where it is longer than all after it. */
function lastDrawn(line: string): string {
  let drawn = '';
  for (const segment of line.split('\r').reverse()) {
    const at = segment.lastIndexOf(erased);
    const text = segment.slice(at + 1).replace(invisible, '');
    if (text.length > drawn.length) drawn += text.slice(drawn.length);
    if (at >= 0) break;
  }
  return drawn;
}

const sgr = /(\u001b\[[\d;:]*m)/;
const reset = '\u001b[0m';

/**
 * Returns the text that a terminal would show, with its SGR sequences for `styledRuns`. Ends styled text with a reset,
 * so that text appended to it is plain.
 */
export function keepSgr(raw: string): string {
  if (!raw.includes('\u001b[')) return stripAnsi(raw);
  const text = raw.replaceAll('\r\n', '\n');
  // Styles of overwritten text would have to be split by columns.
  if (text.includes('\r') || /\u001b\[[012]?K/.test(text)) return stripAnsi(text);
  const parts = text.split(sgr).map((part, index) => (index % 2 === 1 ? part : stripAnsi(part)));
  const styled = parts.join('');
  return parts.length > 1 && !styled.endsWith(reset) ? `${styled}${reset}` : styled;
}
