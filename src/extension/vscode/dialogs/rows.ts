import * as vscode from 'vscode';
import type { Preview } from '../../../protocol/dialog';
import { plainText } from '../../../protocol/text/ansiText';
import { plural } from '../../../protocol/text/plural';
import { plain } from '../quickPicks';

/** Characters of a Quick Pick row that are visible at its usual width. */
const maxRowChars = 72;

/** Wraps text into rows, at spaces where possible. Keeps line breaks. */
export function wrap(text: string, width = maxRowChars): readonly string[] {
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
  /** Absent when the row can't be picked. */
  readonly value?: T;
}

/** Returns text as rows that can't be picked. */
export function textRows(text: string): readonly Row<never>[] {
  return text.trim() === ''
    ? []
    : wrap(plainText(text)).map((line) => ({ label: plain(line), alwaysShow: true }));
}

/** Returns code as rows with non-breaking spaces: a label draws several spaces as one. */
function codeRows(text: string): readonly Row<never>[] {
  return wrap(text.replace(/\n$/, '').replaceAll('\t', '    ')).map((line) => ({
    label: plain(line).replaceAll(' ', '\u00a0'),
    alwaysShow: true,
  }));
}

/** Rows of a preview; the preview document has the rest. */
export const maxPreviewRows = 200;

/** Returns a preview as rows: the file, the command or diff, and the notes. */
export function previewRows({ format, path, text, notes = [] }: Preview): readonly Row<never>[] {
  // The file headers of a diff repeat the path.
  const rows = codeRows(format === 'diff' ? text.slice(Math.max(0, text.search(/^@@/m))) : text);
  const rest = rows.length - maxPreviewRows;
  const more = { label: `$(ellipsis) ${moreLines(rest)}`, alwaysShow: true };
  return [
    ...(path === undefined ? [] : textRows(path)),
    ...rows.slice(0, maxPreviewRows),
    ...(rest > 0 ? [more] : []),
    ...notes.flatMap((note) => textRows(note)),
  ];
}

/**
 * Returns an option as one row or, when it is long, as several rows with the same value.
 * @param twin index of an earlier option with the same text
 */
export function optionRows<T>(option: string, value: T, twin?: number): readonly Row<T>[] {
  const [first = '', ...others] = wrap(plainText(option));
  const same =
    twin === undefined ? {} : { description: vscode.l10n.t('Same as option {number}', { number: twin + 1 }) };
  return [
    { label: plain(first) || emptyLabel(), alwaysShow: true, value, ...same },
    ...others.map((line) => ({ label: `      ${plain(line)}`, alwaysShow: true, value })),
  ];
}

/** Returns the label of a text without characters. */
export function emptyLabel(): string {
  return vscode.l10n.t('(empty)');
}

function moreLines(count: number): string {
  return plural(count, {
    one: vscode.l10n.t('1 more line. Open Full Preview to see it.'),
    other: vscode.l10n.t('{count} more lines. Open Full Preview to see them.', { count }),
  });
}
