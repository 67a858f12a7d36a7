import * as l10n from '@vscode/l10n';
import type { DialogId } from './ids';
import { truncate } from './text/truncate';

/** The fields of every question. */
interface DialogBase {
  readonly id: DialogId;
  readonly title: string;
  /** The name of the caller: an extension's file name or a tool's name. */
  readonly askedBy?: string;
  /** Set for questions of Enso about acts of pi. An extension can't set it: names and titles may be imitated. */
  readonly fromEnso?: true;
  /** pi's id of the tool call that the question belongs to. The row of that call then shows how the question ended. */
  readonly callId?: string;
  /** The time at which the question times out, in milliseconds since the epoch. */
  readonly expiresAt?: number;
}

/** The acts that a rule of the user would allow from now on. */
export interface RulePreview {
  /** A sentence. */
  readonly text: string;
  /** The same in code, such as `git status …`. Absent if it is the text of the preview. */
  readonly code?: string;
}

/** Preview of exactly what will happen if the user agrees. */
export interface Preview {
  /** A command or a call, or the changes to a file as a unified diff. */
  readonly format: 'text' | 'diff';
  readonly text: string;
  /** The file that the action changes or reads. */
  readonly path?: string;
  /** Remarks on the action, a sentence each. */
  readonly notes?: readonly string[];
  /** What a rule for the thread, or a permanent one, would cover. */
  readonly rule?: RulePreview;
}

/** Decisions on a tool call. Options carry texts of the display language, which may change between sessions. */
export type ApprovalDecision =
  'allow-once' | 'allow-in-thread' | 'always-allow' | 'deny' | 'deny-with-reason';

export interface SelectRequest extends DialogBase {
  readonly kind: 'select';
  /** The options, shown verbatim. An answer equals one of them. */
  readonly options: readonly string[];
  /** The decision behind each option, where the question approves a tool call. */
  readonly decisions?: readonly ApprovalDecision[];
  readonly preview?: Preview;
}

export interface ConfirmRequest extends DialogBase {
  readonly kind: 'confirm';
  readonly message: string;
}

export interface InputRequest extends DialogBase {
  readonly kind: 'input';
  readonly placeholder?: string;
}

export interface EditorRequest extends DialogBase {
  readonly kind: 'editor';
  readonly prefill?: string;
}

export interface Question {
  readonly id: string;
  readonly text: string;
  readonly options: readonly string[];
  /** True if several options can be selected. */
  readonly many: boolean;
  /** True if free text is accepted in addition to the options. */
  readonly other: boolean;
}

export interface QuestionnaireRequest extends DialogBase {
  readonly kind: 'questionnaire';
  readonly questions: readonly Question[];
}

/** A question from a pi extension or tool. Blocks the caller until the question is settled. */
export type DialogRequest =
  SelectRequest | ConfirmRequest | InputRequest | EditorRequest | QuestionnaireRequest;
export type DialogKind = DialogRequest['kind'];

/** A question from its caller. The host adds the id and the deadline. */
export type DialogSpec =
  | Omit<SelectRequest, 'id' | 'expiresAt'>
  | Omit<ConfirmRequest, 'id' | 'expiresAt'>
  | Omit<InputRequest, 'id' | 'expiresAt'>
  | Omit<EditorRequest, 'id' | 'expiresAt'>
  | Omit<QuestionnaireRequest, 'id' | 'expiresAt'>;

export interface QuestionAnswer {
  readonly id: string;
  readonly chosen: readonly string[];
  readonly other?: string;
}

/** An answer of the user. Its shape must fit the question: see `answerRefusal`. */
export type DialogAnswer =
  | { readonly value: string }
  | { readonly confirmed: boolean }
  | { readonly answers: readonly QuestionAnswer[] };

/** The ways in which a question ends. */
export type DialogOutcome = 'answered' | 'cancelled' | 'timed-out' | 'signalled' | 'aborted' | 'disposed';

/** The places where a question can be answered. */
export type Surface = 'card' | 'quick-pick' | 'input-box' | 'editor-tab';

export interface DialogEnding {
  readonly outcome: DialogOutcome;
  /** Present with `answered` only. */
  readonly answer?: DialogAnswer;
  /** The place of the answer or the cancellation. */
  readonly from?: Surface;
}

/**
 * Returns why an answer doesn't fit its question, or nothing when it fits. Both ends check, the host decides.
 * A select accepts only its own options, because pi passes the value to the extension unchanged.
 */
export function answerRefusal(request: DialogRequest, answer: DialogAnswer): string | undefined {
  switch (request.kind) {
    case 'confirm':
      return 'confirmed' in answer ? undefined : l10n.t('Answer Yes or No.');
    case 'select':
      if (!('value' in answer)) return l10n.t('Select one of the options.');
      return request.options.includes(answer.value)
        ? undefined
        : l10n.t("“{answer}” isn't one of the options.", { answer: shorten(answer.value) });
    case 'input':
    case 'editor':
      return 'value' in answer ? undefined : l10n.t('Enter text.');
    case 'questionnaire':
      if (!('answers' in answer)) return l10n.t('Answer each question.');
      return questionnaireRefusal(request.questions, answer.answers);
  }
}

function questionnaireRefusal(
  questions: readonly Question[],
  answers: readonly QuestionAnswer[],
): string | undefined {
  for (const answer of answers) {
    if (!questions.some((question) => question.id === answer.id)) {
      return l10n.t('There is no question “{question}”.', { question: shorten(answer.id) });
    }
  }
  for (const question of questions) {
    const [answer, second] = answers.filter(({ id }) => id === question.id);
    const about = { question: shorten(question.text) };
    if (answer === undefined) return l10n.t('“{question}” needs an answer.', about);
    if (second !== undefined) return l10n.t('“{question}” was answered twice.', about);
    const refusal = questionRefusal(question, answer);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function questionRefusal(question: Question, answer: QuestionAnswer): string | undefined {
  const about = { question: shorten(question.text) };
  const other = answer.other !== undefined && answer.other.trim() !== '';
  if (other && !question.other) return l10n.t("“{question}” doesn't accept other text.", about);
  const unknown = answer.chosen.find((chosen) => !question.options.includes(chosen));
  if (unknown !== undefined) {
    return l10n.t("“{question}”: “{answer}” isn't one of the options.", {
      ...about,
      answer: shorten(unknown),
    });
  }
  const count = answer.chosen.length + (other ? 1 : 0);
  if (count === 0) return l10n.t('“{question}” needs an answer.', about);
  if (!question.many && count > 1) return l10n.t('“{question}” accepts only one answer.', about);
  return undefined;
}

function shorten(text: string): string {
  return truncate(text, 60);
}
