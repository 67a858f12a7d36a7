import { maxQuestionRows } from '../../protocol/questionText';
import { styledRuns, type StyledRun } from '../../protocol/text/ansiText';
import { cutText } from './cutText';
import { readDiff, type Diff } from './unifiedDiff';

/** Characters of a question's text that a card draws. The document has the rest. */
export const maxQuestionCharacters = 20_000;

/** The rows of a question's text that a card draws. */
export interface ShownRows<T> {
  readonly rows: readonly T[];
  /** The number of rows of the whole text. */
  readonly count: number;
  readonly isWhole: boolean;
}

/** Returns the lines of a text, each as runs of one style. */
export function textRows(text: string, isStyled: boolean): ShownRows<readonly StyledRun[]> {
  const cut = cutText(text, { lines: maxQuestionRows, characters: maxQuestionCharacters });
  const shown = cut.shown.replace(/\n$/, '');
  const runs = isStyled ? styledRuns(shown) : [{ text: shown, style: {} }];
  const rows: StyledRun[][] = [[]];
  for (const { text: part, style } of runs) {
    for (const [index, line] of part.split('\n').entries()) {
      if (index > 0) rows.push([]);
      if (line !== '') rows.at(-1)?.push({ text: line, style });
    }
  }
  // A line that is cut within is a part of the rest, too.
  const isBroken = cut.moreCharacters > 0 && text[cut.shown.length] !== '\n';
  const count = rows.length + cut.moreLines - (isBroken ? 1 : 0);
  return { rows, count, isWhole: cut.moreCharacters === 0 };
}

export interface ShownDiff extends ShownRows<Diff['rows'][number]> {
  readonly diff: Diff;
}

/** Returns the rows of a diff, as long as their characters are few enough to be drawn. */
export function diffRowsOf(unified: string): ShownDiff {
  const diff = readDiff(unified, maxQuestionRows);
  let characters = 0;
  const rows = diff.rows.filter(({ text }) => (characters += text.length) <= maxQuestionCharacters);
  // A first row that doesn't fit is shown as far as it does.
  const shown = rows.length === 0 ? diff.rows.slice(0, 1) : rows;
  const isWhole = shown.length === diff.rowCount && characters <= maxQuestionCharacters;
  return { diff, rows: shown, count: diff.rowCount, isWhole };
}

/** Characters of one option, and of all options, that a card draws. */
export const maxOptionCharacters = 2_000;
const maxCharactersOfAll = 100_000;

/** Returns the first options, as many as a card draws. */
export function shownOptions(all: readonly string[]): readonly string[] {
  let characters = 0;
  const fits = (option: string): boolean =>
    (characters += Math.min(option.length, maxOptionCharacters)) <= maxCharactersOfAll;
  const first = all.slice(0, maxQuestionRows);
  const end = first.findIndex((option) => !fits(option));
  return end < 0 ? first : first.slice(0, end);
}
