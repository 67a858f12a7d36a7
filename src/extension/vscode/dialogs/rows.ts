import * as vscode from 'vscode';
import type { DialogRequest, Preview, RulePreview } from '../../../protocol/dialog';
import { askerText, questionParts } from '../../../protocol/questionText';
import { plainText } from '../../../protocol/text/ansiText';
import { visibleText } from '../../../protocol/text/hiddenCharacters';
import { formatNumber, plural } from '../../../protocol/text/plural';
import { truncate } from '../../../protocol/text/truncate';
import { plain } from '../quickPicks';
import { optionWidth, textWidth, wrap, type RowWidth } from './wrap';

/** Rows of a question that are in sight, together with the heading, in a window of the usual height. */
const maxTextRows = 13;
/** Rows of a longer text, so that the options are near. The document has the rest. */
const rowsOfLongText = 8;
const maxNoteRows = 4;
const maxRuleCodeChars = 80;
/** Characters that the rows of one question can hold, so that a longer text isn't even searched. */
const maxTextChars = 20_000;

export interface Row<T> extends vscode.QuickPickItem {
  /** The value of the row. Absent if the row can't be picked. */
  readonly value?: T;
  /** The row opens the full preview. */
  readonly opensPreview?: true;
}

/** The text of a question as rows that can't be picked. */
export interface TextRows {
  readonly rows: readonly Row<never>[];
  /** The rows show the whole text. */
  readonly isWhole: boolean;
}

/** The icons of Enso's own questions and of all others. */
const ensoIcon = '$(shield)';
const otherIcon = '$(question)';

/**
 * Returns the row that is active when a Quick Pick opens. It answers nothing, so no key that was meant for something else
 * does. Its icon is Enso's alone: the `$(name)` of others is drawn as text.
 */
export function headingRow(request: Pick<DialogRequest, 'fromEnso' | 'askedBy'>, count: number): Row<never> {
  const many = count > maxTextRows ? [vscode.l10n.t('{count} options', { count: formatNumber(count) })] : [];
  return {
    label: `${request.fromEnso === true ? ensoIcon : otherIcon} ${plain(askerText(request))}`,
    description: [...many, vscode.l10n.t('Press the Down Arrow key to choose.')].join(' · '),
    alwaysShow: true,
  };
}

/** Returns what a question says below its title: the rest of a long title, a message, and the preview. */
export function questionRows(request: DialogRequest, maxTitleChars: number): TextRows {
  const { title, about } = questionParts(request);
  const preview = request.kind === 'select' ? request.preview : undefined;
  const words = [title.length > maxTitleChars ? title : '', about].filter((part) => part !== '').join('\n');
  const code = preview === undefined ? '' : shownCode(preview);
  const wordRows = textRows(plainText(words.slice(0, maxTextChars)), false);
  const codeRows = textRows(code.slice(0, maxTextChars), true);
  const path = textRows(preview?.path ?? '', false).slice(0, maxNoteRows);
  const notes = [
    ...(preview?.notes ?? []).flatMap((note) => textRows(note, false, optionWidth).slice(0, maxNoteRows)),
    ...ruleRows(preview?.rule),
  ];
  const isShort = wordRows.length + codeRows.length + path.length + notes.length <= maxTextRows;
  if (isShort && Math.max(words.length, code.length) <= maxTextChars) {
    return { rows: [...wordRows, ...path, ...codeRows, ...notes], isWhole: true };
  }
  const isCode = preview !== undefined;
  const long = isCode ? code : plainText(words.slice(0, maxTextChars));
  const shown = wrap(ready(long.slice(0, maxTextChars)), textWidth, rowsOfLongText);
  const more = `$(go-to-file) ${seenText(shown, isCode ? code : words)}`;
  return {
    rows: [
      ...(isCode ? wordRows.slice(0, maxNoteRows) : []),
      ...path,
      ...shown.rows.map((row) => textRow(row, isCode)),
      { label: more, alwaysShow: true, opensPreview: true },
      ...notes.slice(0, maxNoteRows),
    ],
    isWhole: false,
  };
}

/** Returns the rows of a rule. Its code is beside the words: a row of its own would take the options out of sight. */
function ruleRows(rule: RulePreview | undefined): readonly Row<never>[] {
  const rows = textRows(rule?.text ?? '', false, optionWidth).slice(0, maxNoteRows);
  const last = rows.at(-1);
  if (last === undefined || rule?.code === undefined) return rows;
  return [
    ...rows.slice(0, -1),
    { ...last, description: plain(truncate(ready(rule.code), maxRuleCodeChars)) },
  ];
}

/** Returns the code of a preview. The file headers of a diff repeat the path. */
function shownCode({ format, text }: Preview): string {
  return withoutLastBreak(format === 'diff' ? text.slice(Math.max(0, text.search(/^@@/m))) : text);
}

function withoutLastBreak(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

function seenText(shown: { readonly lines: number; readonly end: number }, whole: string): string {
  const lines = countLines(whole);
  return lines > 1
    ? vscode.l10n.t('Shows {shown} of {count} lines. Open Full Preview to see all.', {
        shown: formatNumber(shown.lines),
        count: formatNumber(lines),
      })
    : vscode.l10n.t('Shows {shown} of {count} characters. Open Full Preview to see all.', {
        shown: formatNumber(shown.end),
        count: formatNumber(whole.length),
      });
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Spells out hidden characters before a row is measured, because their codes are wider. */
function ready(text: string): string {
  return visibleText(text.replaceAll('\t', '    '));
}

function textRows(text: string, isCode: boolean, width: RowWidth = textWidth): readonly Row<never>[] {
  return text.trim() === '' ? [] : wrap(ready(text), width).rows.map((row) => textRow(row, isCode));
}

/** White space counts in code, and a label draws several spaces as one. */
function textRow(row: string, isCode: boolean): Row<never> {
  const label = plain(row);
  return { label: isCode ? label.replaceAll(' ', '\u00a0') : label, alwaysShow: true };
}

/** Returns the rows of a text without a title. */
export function messageRows(message: string): TextRows {
  return questionRows({ kind: 'confirm', id: '', title: '', message }, 0);
}

const maxOptionRows = 20;

/**
 * Returns an option as one row, or as several rows with the same value if it is long.
 * @param twin the index of an earlier option with the same text
 */
export function optionRows<T>(option: string, value: T, twin?: number): readonly Row<T>[] {
  const [first = '', ...others] = wrap(optionText(option), optionWidth, maxOptionRows).rows;
  const same =
    twin === undefined ? {} : { description: vscode.l10n.t('Same as option {number}', { number: twin + 1 }) };
  return [
    { label: plain(first) || emptyLabel(), alwaysShow: true, value, ...same },
    ...others.map((line) => ({ label: `      ${plain(line)}`, alwaysShow: true, value })),
  ];
}

/** Returns whether the rows of an option don't show all of it. */
export function isCutOption(option: string): boolean {
  const text = optionText(option);
  return option.length > maxTextChars || wrap(text, optionWidth, maxOptionRows).end < text.length;
}

function optionText(option: string): string {
  return ready(plainText(option.slice(0, maxTextChars)));
}

/** Returns the label of a text without characters. */
export function emptyLabel(): string {
  return vscode.l10n.t('(empty)');
}

/** Returns the row that stands for the options beyond the shown ones. */
export function moreOptionsRow(count: number): Row<never> {
  const text = plural(count, {
    one: vscode.l10n.t('1 more option. Type to find it.'),
    other: vscode.l10n.t('{count} more options. Type to find one.', { count: formatNumber(count) }),
  });
  return { label: `$(ellipsis) ${text}`, alwaysShow: true };
}
