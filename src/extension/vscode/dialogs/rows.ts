import type * as vscode from 'vscode';
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
  return text.trim() === '' ? [] : wrap(text).map((line) => ({ label: plain(line), alwaysShow: true }));
}

/** An option as one row or, when it is long, as several that all mean it: nothing of it is cut. */
export function optionRows<T>(option: string, value: T): readonly Row<T>[] {
  const [first = '', ...others] = wrap(option);
  return [
    { label: plain(first) || '(empty)', alwaysShow: true, value },
    ...others.map((line) => ({ label: `      ${plain(line)}`, alwaysShow: true, value })),
  ];
}
