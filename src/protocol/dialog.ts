import type { DialogId } from './ids';
import { truncate } from './text/truncate';

/** What every question has. */
interface DialogBase {
  readonly id: DialogId;
  readonly title: string;
  /** Who asks, as a person would name it: an extension's file name, a tool's name. */
  readonly askedBy?: string;
  /** Milliseconds since the epoch at which the question answers itself with the cancel value. */
  readonly expiresAt?: number;
}

/** What is to be done if a person agrees, exactly as it will be done. */
export interface Preview {
  /** A command or a call, or the changes to a file as a unified diff. */
  readonly format: 'text' | 'diff';
  readonly text: string;
  /** The file that it is about. */
  readonly path?: string;
  /** What is to be known beside it, a sentence each. */
  readonly notes?: readonly string[];
}

export interface SelectRequest extends DialogBase {
  readonly kind: 'select';
  /** Shown as they are; an answer is one of them, verbatim. */
  readonly options: readonly string[];
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
  /** More than one option may be taken. */
  readonly many: boolean;
  /** Free text is taken beside the options. */
  readonly other: boolean;
}

export interface QuestionnaireRequest extends DialogBase {
  readonly kind: 'questionnaire';
  readonly questions: readonly Question[];
}

/** A question that a pi extension or tool asks, and that blocks it until it is settled. */
export type DialogRequest =
  SelectRequest | ConfirmRequest | InputRequest | EditorRequest | QuestionnaireRequest;
export type DialogKind = DialogRequest['kind'];

/** What an asker gives; the desk adds the id and the deadline. */
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

/** What a person answers. Its shape must be the question's: see `answerRefusal`. */
export type DialogAnswer =
  | { readonly value: string }
  | { readonly confirmed: boolean }
  | { readonly answers: readonly QuestionAnswer[] };

/** Every way in which a question ends. */
export type DialogOutcome = 'answered' | 'cancelled' | 'timed-out' | 'signalled' | 'aborted' | 'disposed';

/** Where a question can be answered. */
export type Surface = 'card' | 'quick-pick' | 'input-box' | 'editor-tab';

export interface DialogEnding {
  readonly outcome: DialogOutcome;
  /** With `answered` only. */
  readonly answer?: DialogAnswer;
  /** Where it was answered or cancelled. */
  readonly from?: Surface;
}

/**
 * Says why an answer doesn't fit its question, or nothing when it does. Both ends use it, the host decides.
 * A select takes an offered option only: pi hands the value to the extension as it is.
 */
export function answerRefusal(request: DialogRequest, answer: DialogAnswer): string | undefined {
  switch (request.kind) {
    case 'confirm':
      return 'confirmed' in answer ? undefined : 'This question takes Yes or No.';
    case 'select':
      if (!('value' in answer)) return 'This question takes one of its options.';
      return request.options.includes(answer.value)
        ? undefined
        : `“${shorten(answer.value)}” is not one of the offered options.`;
    case 'input':
    case 'editor':
      return 'value' in answer ? undefined : 'This question takes a text.';
    case 'questionnaire':
      if (!('answers' in answer)) return 'These questions take a list of answers.';
      return questionnaireRefusal(request.questions, answer.answers);
  }
}

function questionnaireRefusal(
  questions: readonly Question[],
  answers: readonly QuestionAnswer[],
): string | undefined {
  for (const answer of answers) {
    if (!questions.some((question) => question.id === answer.id)) {
      return `There is no question “${shorten(answer.id)}”.`;
    }
  }
  for (const question of questions) {
    const given = answers.filter((answer) => answer.id === question.id);
    const [answer] = given;
    if (answer === undefined) return `“${shorten(question.text)}” has no answer yet.`;
    if (given.length > 1) return `“${shorten(question.text)}” is answered twice.`;
    const refusal = questionRefusal(question, answer);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function questionRefusal(question: Question, answer: QuestionAnswer): string | undefined {
  const about = `“${shorten(question.text)}”`;
  const other = answer.other !== undefined && answer.other.trim() !== '';
  if (other && !question.other) return `${about} takes no free text.`;
  const stranger = answer.chosen.find((chosen) => !question.options.includes(chosen));
  if (stranger !== undefined) return `${about}: “${shorten(stranger)}” is not one of the offered options.`;
  const taken = answer.chosen.length + (other ? 1 : 0);
  if (taken === 0) return `${about} has no answer yet.`;
  if (!question.many && taken > 1) return `${about} takes one answer.`;
  return undefined;
}

function shorten(text: string): string {
  return truncate(text, 60);
}
