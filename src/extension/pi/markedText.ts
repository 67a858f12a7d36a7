import { terminalText } from './terminalText';

const marks = /(\u001b\[[\d;:]*m)/;
const end = '\u001b[0m';

/**
 * What a terminal would show for an extension's words, with the marks of how they look: see `runsOf`. All other sequences
 * and controls are left out. The marks end with the text, so that what is put behind it looks as usual.
 */
export function markedText(raw: string): string {
  if (!raw.includes('\u001b[')) return terminalText(raw);
  const text = raw.replaceAll('\r\n', '\n');
  // What is written over keeps no marks: they would have to be taken apart by columns.
  if (text.includes('\r') || /\u001b\[[012]?K/.test(text)) return terminalText(text);
  const parts = text.split(marks).map((part, index) => (index % 2 === 1 ? part : terminalText(part)));
  const said = parts.join('');
  return parts.length > 1 && !said.endsWith(end) ? `${said}${end}` : said;
}
