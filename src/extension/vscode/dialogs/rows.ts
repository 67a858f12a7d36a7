import type * as vscode from 'vscode';
import type { Preview } from '../../../protocol/dialog';
import { plainText } from '../../../protocol/text/ansiText';
import { plain } from '../quickPicks';

/** About what a row of a quick pick shows before it is cut. */
const rowWidth = 72;

/** Breaks text into rows that are shown whole, at spaces where there are any. Its own line breaks stay. */
export function wrap(text: string, width = rowWidth): readonly string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): readonly string[] {
  const rows: string[] = [];
  let rest = Array.from(line);
  while (rest.length > width) {
    const space = rest.slice(0, width + 1).lastIndexOf(' ');
    const end = space > width / 2 ? space : width;
    rows.push(rest.slice(0, end).join(''));
    rest = rest.slice(rest[end] === ' ' ? end + 1 : end);
  }
  return [...rows, rest.join('')];
}

export interface Row<T> extends vscode.QuickPickItem {
  /** Absent: the row is only there to be read. */
  readonly value?: T;
}

/** Rows that are only there to be read. */
export function textRows(text: string): readonly Row<never>[] {
  return text.trim() === ''
    ? []
    : wrap(plainText(text)).map((line) => ({ label: plain(line), alwaysShow: true }));
}

/** Text in which white space counts, as code has it: a label would draw several spaces as one. */
function codeRows(text: string): readonly Row<never>[] {
  return wrap(text.replace(/\n$/, '').replaceAll('\t', '    ')).map((line) => ({
    label: plain(line).replaceAll(' ', '\u00a0'),
    alwaysShow: true,
  }));
}

/** More rows than this are left to the document that shows the whole. */
export const maxPreviewRows = 200;

/** What would be done, as rows to be read: the file, the command or diff, what is to be known beside it. */
export function previewRows({ format, path, text, notes = [] }: Preview): readonly Row<never>[] {
  // The lines that name a diff's file are the path's again.
  const rows = codeRows(format === 'diff' ? text.slice(Math.max(0, text.search(/^@@/m))) : text);
  const rest = rows.length - maxPreviewRows;
  const more = { label: `$(ellipsis) ${rest} more lines: Show Whole`, alwaysShow: true };
  return [
    ...(path === undefined ? [] : textRows(path)),
    ...rows.slice(0, maxPreviewRows),
    ...(rest > 0 ? [more] : []),
    ...notes.flatMap((note) => textRows(note)),
  ];
}

/**
 * An option as one row or, when it is long, as several that all mean it: nothing of it is cut.
 * @param twin the place, from 0, of an earlier option that reads the same
 */
export function optionRows<T>(option: string, value: T, twin?: number): readonly Row<T>[] {
  const [first = '', ...others] = wrap(plainText(option));
  const same = twin === undefined ? {} : { description: `the same as option ${twin + 1}` };
  return [
    { label: plain(first) || '(empty)', alwaysShow: true, value, ...same },
    ...others.map((line) => ({ label: `      ${plain(line)}`, alwaysShow: true, value })),
  ];
}
