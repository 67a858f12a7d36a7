import { Lexer } from 'marked';

const { paragraph, table } = Lexer.rules.block.gfm;

/**
 * The rule for paragraphs without the part that detects a following table. That part reads all rows from each line that
 * looks like a header, which takes quadratic time. `upToTable` does the same in linear time.
 */
export const paragraphRule = new RegExp(
  paragraph.source.replace(`|${table.source.replace(/^\^/, '')}`, ''),
  paragraph.flags,
);

const delimiters = /^ {0,3}(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?$/;

/** Returns whether a line is the header of a table, from the line below. */
export function beginsTable(head: string, below: string): boolean {
  return (
    /[:|]/.test(below) && delimiters.test(below) && head.trim() !== '' && columns(head) === columns(below)
  );
}

/** Returns a paragraph up to the line where a table starts. */
export function upToTable(paragraph: string): string {
  if (!/\n {0,3}[|:-]/.test(paragraph)) return paragraph;
  const lines = paragraph.split('\n');
  const end = lines.findIndex((line, index) => index > 0 && beginsTable(line, lines[index + 1] ?? ''));
  return end < 0 ? paragraph : lines.slice(0, end).join('\n');
}

/** Returns the number of cells in a row. */
function columns(row: string): number {
  const cells = row.trim().replace(/^\||(?<!\\)\|$/g, '');
  return cells.replaceAll('\\|', '').split('|').length;
}
