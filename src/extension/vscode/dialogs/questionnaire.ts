import * as vscode from 'vscode';
import type { DialogAnswer, Question, QuestionAnswer, QuestionnaireRequest } from '../../../protocol/dialog';
import { plainText } from '../../../protocol/text/ansiText';
import { maxQuestionRows } from '../../../protocol/questionText';
import { oneLine } from '../../../protocol/text/truncate';
import { plain, showUntilDone } from '../quickPicks';
import { InputGuard } from './inputGuard';
import {
  ask,
  askText,
  buttons,
  countdown,
  configureInput,
  type DialogInputOptions,
  type DialogPickResult,
} from './quickDialogs';
import { headingRow, messageRows, optionRows, type Row } from './rows';
import { withoutLinks } from '../../base/withoutLinks';

const maxPromptChars = 1_000;

/** The value of the row that opens an input box. */
const other = Symbol('other');

interface Step extends DialogInputOptions {
  readonly question: Question;
  readonly heading: Row<never>;
  readonly earlier: QuestionAnswer | undefined;
  readonly typed: string | undefined;
  /** Saves the text of “Other” while the user types. */
  readonly keep: (other: string) => void;
}

/** The answers so far, saved until the user continues. */
export class Progress {
  /** Answers by question. */
  readonly answers = new Map<string, QuestionAnswer>();
  /** Text of “Other” that is not submitted yet, by question. */
  readonly typed = new Map<string, string>();
}

/** The parts of an input that are the same for each step. */
export type QuestionnaireInput = Pick<DialogInputOptions, 'title' | 'isUnrequested'> &
  Required<Pick<DialogInputOptions, 'openPreview'>>;

/** Asks several questions, one step each, starting at the first that has no answer in `progress`. */
export async function askQuestionnaire(
  request: QuestionnaireRequest,
  { answers, typed }: Progress,
  { isUnrequested, ...input }: QuestionnaireInput,
  signal: AbortSignal,
): Promise<DialogAnswer | 'cancel' | undefined> {
  const { questions, expiresAt } = request;
  const start = questions.findIndex(({ id }) => !answers.has(id));
  let isFirst = true;
  for (let at = start; at >= 0 && at < questions.length;) {
    const question = questions[at];
    if (question === undefined) break;
    const step: Step = {
      ...input,
      question,
      heading: headingRow(request, question.options.length),
      step: { at: at + 1, of: questions.length },
      back: at > 0,
      expiresAt,
      // A further step follows an answer of the user.
      isUnrequested: isUnrequested && isFirst,
      earlier: answers.get(question.id),
      typed: typed.get(question.id),
      keep: (other: string) => typed.set(question.id, other),
    };
    isFirst = false;
    const asked = await (question.many ? askMany(step, signal) : askOne(step, signal));
    if (asked === undefined) return undefined;
    if ('cancelled' in asked) return 'cancel';
    if ('back' in asked) at = Math.max(0, at - 1);
    else {
      answers.set(question.id, asked.picked);
      at += 1;
    }
  }
  return { answers: questions.flatMap(({ id }) => answers.get(id) ?? []) };
}

const otherRow = () => ({ label: `$(edit) ${vscode.l10n.t('Other…')}`, alwaysShow: true });

async function askOne(step: Step, signal: AbortSignal): Promise<DialogPickResult<QuestionAnswer>> {
  const { question } = step;
  const asked = await ask<string | typeof other>(
    {
      ...step,
      text: messageRows(question.text),
      options: question.options.map((option) => ({ label: option, value: option, isGated: false })),
      lastRows: question.other ? [{ ...otherRow(), value: other }] : [],
    },
    signal,
  );
  if (asked === undefined || !('picked' in asked)) return asked;
  if (asked.picked !== other) return { picked: { id: question.id, chosen: [asked.picked] } };
  return askOther(step, [], signal);
}

async function askMany(step: Step, signal: AbortSignal): Promise<DialogPickResult<QuestionAnswer>> {
  const { question, earlier, isUnrequested } = step;
  const pick = vscode.window.createQuickPick<Row<string | null>>();
  configureInput(pick, step);
  pick.canSelectMany = true;
  pick.placeholder = oneLine(plainText(question.text));
  const rows = question.options.slice(0, maxQuestionRows).map((option): Row<string | null> => {
    const [first = '', ...others] = optionRows(option, option).map(({ label }) => label.trim());
    // A row with a check box can't continue in the next row, so the rest of a long option is its detail.
    return {
      label: first,
      alwaysShow: true,
      value: option,
      ...(others.length === 0 ? {} : { detail: others.join(' ') }),
    };
  });
  const otherItem: Row<string | null> = { ...otherRow(), value: null };
  pick.items = question.other ? [...rows, otherItem] : rows;
  pick.selectedItems = rows.filter((row) => earlier?.chosen.includes(row.value ?? '') === true);
  const guard = new InputGuard();
  const asked = await showUntilDone<NonNullable<DialogPickResult<readonly (string | null)[]>>>(
    pick,
    signal,
    (end) => [
      vscode.Disposable.from(guard),
      pick.onDidChangeValue(() => {
        if (!guard.typed() && isUnrequested) pick.value = '';
      }),
      pick.onDidAccept(() => {
        if (!guard.isOpen) return;
        const chosen = pick.selectedItems.flatMap((row) => (row.value === undefined ? [] : [row.value]));
        if (chosen.length > 0) end({ picked: chosen });
        else pick.placeholder = vscode.l10n.t('Select at least one answer.');
      }),
      countdown(pick, step),
      buttons(pick, end, step.openPreview),
    ],
  );
  if (asked === undefined || !('picked' in asked)) return asked;
  const chosen = asked.picked.filter((value) => value !== null);
  if (!asked.picked.includes(null)) return { picked: { id: question.id, chosen } };
  return askOther(step, chosen, signal);
}

async function askOther(
  step: Step,
  chosen: readonly string[],
  signal: AbortSignal,
): Promise<DialogPickResult<QuestionAnswer>> {
  const { question, earlier, typed, keep } = step;
  const asked = await askText(
    {
      ...step,
      back: true,
      // The user has just chosen to type.
      isUnrequested: false,
      prompt: withoutLinks(plain(oneLine(plainText(question.text), maxPromptChars))),
      value: typed ?? earlier?.other ?? '',
    },
    keep,
    signal,
  );
  if (asked === undefined || 'cancelled' in asked) return asked;
  if ('back' in asked) return question.many ? askMany(step, signal) : askOne(step, signal);
  const other = asked.picked.trim();
  if (other === '' && chosen.length === 0) return askOther(step, chosen, signal);
  return { picked: { id: question.id, chosen, ...(other === '' ? {} : { other }) } };
}
