import { Lexer } from 'marked';

const { paragraph, table } = Lexer.rules.block.gfm;

/**
 * The rule for paragraphs without what ends them where a table begins: that part reads all rows, from each line that looks
 * like a head, which costs the square of their number. `upToTable` does the same with one look at each line.
 */
export const paragraphRule = new RegExp(
  paragraph.source.replace(`|${table.source.replace(/^\^/, '')}`, ''),
  paragraph.flags,
);

const delimiters = /^ {0,3}(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?$/;

/** Whether a line is the head of a table by what is on the line below. */
export function beginsTable(head: string, below: string): boolean {
  return (
    /[:|]/.test(below) && delimiters.test(below) && head.trim() !== '' && columns(head) === columns(below)
  );
}

/** The beginning of a paragraph up to the line where a table begins. */
export function upToTable(paragraph: string): string {
  if (!/\n {0,3}[|:-]/.test(paragraph)) return paragraph;
  const lines = paragraph.split('\n');
  const end = lines.findIndex((line, index) => index > 0 && beginsTable(line, lines[index + 1] ?? ''));
  return end < 0 ? paragraph : lines.slice(0, end).join('\n');
}

/** How many cells a row has. */
function columns(row: string): number {
  const cells = row.trim().replace(/^\||(?<!\\)\|$/g, '');
  return cells.replaceAll('\\|', '').split('|').length;
}
