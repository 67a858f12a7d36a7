import * as vscode from 'vscode';
import type { DialogAnswer, Question, QuestionAnswer, QuestionnaireRequest } from '../../../protocol/dialog';
import { plainText } from '../../../protocol/text/ansiText';
import { plain, showUntilDone } from '../quickPicks';
import { ask, askText, buttons, countdown, configureInput, type DialogPickResult } from './quickDialogs';
import { emptyLabel, optionRows, textRows, wrap, type Row } from './rows';

interface Step {
  readonly question: Question;
  readonly at: number;
  readonly of: number;
  readonly title: string;
  readonly expiresAt: number | undefined;
  readonly earlier: QuestionAnswer | undefined;
  readonly typed: string | undefined;
  /** Keeps the text of “Other” while the user types. */
  readonly keep: (other: string) => void;
}

/** Answers so far, kept until the user continues. */
export class Progress {
  /** Answers by question. */
  readonly answers = new Map<string, QuestionAnswer>();
  /** Text of “Other” that is not submitted yet, by question. */
  readonly typed = new Map<string, string>();
}

/** Asks several questions, one step each, starting at the first that has no answer in `progress`. */
export async function askQuestionnaire(
  { title, questions, expiresAt }: QuestionnaireRequest,
  { answers, typed }: Progress,
  signal: AbortSignal,
): Promise<DialogAnswer | 'cancel' | undefined> {
  let at = questions.findIndex(({ id }) => !answers.has(id));
  while (at >= 0 && at < questions.length) {
    const question = questions[at];
    if (question === undefined) break;
    const step = {
      question,
      at: at + 1,
      of: questions.length,
      title: plainText(title),
      expiresAt,
      earlier: answers.get(question.id),
      typed: typed.get(question.id),
      keep: (other: string) => typed.set(question.id, other),
    };
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
  const { question, title, expiresAt } = step;
  const asked = await ask<{ readonly chosen: string } | 'other'>(
    {
      title,
      expiresAt,
      step,
      back: step.at > 1,
      rows: [
        ...textRows(question.text),
        ...question.options.flatMap((option) => optionRows(option, { chosen: option })),
        ...(question.other ? [{ ...otherRow(), value: 'other' as const }] : []),
      ],
    },
    signal,
  );
  if (asked === undefined || !('picked' in asked)) return asked;
  if (asked.picked !== 'other') return { picked: { id: question.id, chosen: [asked.picked.chosen] } };
  return askOther(step, [], signal);
}

async function askMany(step: Step, signal: AbortSignal): Promise<DialogPickResult<QuestionAnswer>> {
  const { question, title, earlier } = step;
  const pick = vscode.window.createQuickPick<Row<string | null>>();
  configureInput(pick, { title, step, back: step.at > 1 });
  pick.canSelectMany = true;
  pick.placeholder = plainText(question.text).replace(/\s+/g, ' ');
  const rows = question.options.map((option): Row<string | null> => {
    const [first = '', ...others] = wrap(plainText(option));
    // A row with a check box can't continue in the next row, so the rest of a long option is its detail.
    return {
      label: plain(first) || emptyLabel(),
      alwaysShow: true,
      value: option,
      ...(others.length === 0 ? {} : { detail: plain(others.join(' ')) }),
    };
  });
  const other: Row<string | null> = { ...otherRow(), value: null };
  pick.items = question.other ? [...rows, other] : rows;
  pick.selectedItems = rows.filter((row) => earlier?.chosen.includes(row.value ?? '') === true);
  const asked = await showUntilDone<NonNullable<DialogPickResult<readonly (string | null)[]>>>(
    pick,
    signal,
    (end) => [
      pick.onDidAccept(() => {
        const chosen = pick.selectedItems.flatMap((row) => (row.value === undefined ? [] : [row.value]));
        if (chosen.length > 0) end({ picked: chosen });
        else pick.placeholder = vscode.l10n.t('Select at least one answer.');
      }),
      countdown(pick, step),
      buttons(pick, end),
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
  const { question, title, expiresAt, earlier, typed, keep } = step;
  const asked = await askText(
    {
      title,
      expiresAt,
      step,
      back: true,
      prompt: plainText(question.text),
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
