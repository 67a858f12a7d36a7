import * as vscode from 'vscode';
import { maxQuestionRows } from '../../../protocol/questionText';
import { plainText } from '../../../protocol/text/ansiText';
import { isCutOption, moreOptionsRow, optionRows, type Row } from './rows';

export interface PickOption<T> {
  readonly label: string;
  readonly value: T;
  /** The option can't be picked before the user has seen everything. */
  readonly isGated: boolean;
}

/** The rows of a question's options, filtered by typed text. */
export interface ShownOptions<T> {
  readonly rows: readonly Row<T>[];
  /** The only option that the typed text leaves. */
  readonly only?: Row<T>;
}

/**
 * The options of a question. Filters them itself: VS Code would sort its matches above the heading and activate the first.
 */
export class OptionList<T> {
  private texts: readonly string[] | undefined;
  private firstIndexes: ReadonlyMap<string, number> | undefined;

  constructor(private readonly options: readonly PickOption<T>[]) {}

  get count(): number {
    return this.options.length;
  }

  show(filter: string, isRead: boolean): ShownOptions<T> {
    const matching = this.matching(filter);
    const rows: Row<T>[] = [];
    let shown = 0;
    for (const index of matching) {
      if (rows.length >= maxQuestionRows) break;
      rows.push(...this.rowsOf(index, isRead));
      shown += 1;
    }
    const only = filter !== '' && matching.length === 1 ? rows[0] : undefined;
    if (shown < matching.length) rows.push(moreOptionsRow(matching.length - shown));
    return { rows, ...(only === undefined ? {} : { only }) };
  }

  private matching(filter: string): readonly number[] {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [...this.options.keys()];
    this.texts ??= this.options.map(({ label }) => plainText(label).toLowerCase());
    return this.texts.flatMap((text, index) => (words.every((word) => text.includes(word)) ? [index] : []));
  }

  private rowsOf(index: number, isRead: boolean): readonly Row<T>[] {
    const option = this.options[index];
    if (option === undefined) return [];
    const { label, value, isGated } = option;
    this.firstIndexes ??= firstIndexes(this.options);
    const first = this.firstIndexes.get(label) ?? index;
    const rows = optionRows<T>(label, value, first < index ? first : undefined);
    if (isRead || !(isGated || isCutOption(label))) return rows;
    return rows.map(({ value: _, ...row }, at) => ({
      ...row,
      opensPreview: true,
      ...(at === 0 ? { description: vscode.l10n.t('Open Full Preview first') } : {}),
    }));
  }
}

function firstIndexes(options: readonly { readonly label: string }[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [index, { label }] of options.entries()) if (!found.has(label)) found.set(label, index);
  return found;
}
