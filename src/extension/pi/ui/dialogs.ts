import type { DialogAnswer, DialogSpec, Question, QuestionAnswer } from '../../../protocol/dialog';
import type { AskOptions, RuntimeHost } from '../../core/ports/runtime';
import { askable } from './questions';
import { delayedAbort } from '../../base/delayedAbort';
import { toTextList, toText, isRecord } from '../../base/guards';
import type { DialogRecord } from '../../sessionFiles/dialogRecord';

/** A timer with a larger value would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

interface DialogOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  /** Enso's own: pi's id of the tool call that asks. */
  readonly callId?: string;
}

/** The dialogs of pi's `ctx.ui`, asked through the core. Without an answer, each returns the value that pi defines. */
export interface Dialogs {
  select(title: string, options: readonly string[], opts?: DialogOptions): Promise<string | undefined>;
  confirm(title: string, message: string, opts?: DialogOptions): Promise<boolean>;
  input(title: string, placeholder?: string, opts?: DialogOptions): Promise<string | undefined>;
  editor(title: string, prefill?: string): Promise<string | undefined>;
  /** Asks several questions as one, which pi itself can't. Returns an empty list for no questions. */
  questionnaire(
    title: string,
    questions: readonly Question[],
    opts?: DialogOptions,
  ): Promise<readonly QuestionAnswer[] | undefined>;
}

/**
 * Returns the dialogs of one session.
 * @param askedBy returns the name of the caller, from the call stack
 * @param record saves a question and its outcome
 */
export function dialogs(
  host: RuntimeHost,
  askedBy: () => string | undefined,
  record: (record: DialogRecord) => void,
): Dialogs {
  const ask = async (
    spec: DialogSpec,
    options: DialogOptions | undefined,
  ): Promise<DialogAnswer | undefined> => {
    const caller = askedBy();
    const callId = optional(options?.callId);
    const asked: DialogSpec = {
      ...spec,
      ...(caller === undefined ? {} : { askedBy: caller }),
      ...(callId === undefined ? {} : { callId }),
    };
    const { signal } = options ?? {};
    const timeout = timeoutIn(options);
    const ending = await (isSignal(signal)
      ? delayedAbort(signal, (later) => host.ask(asked, { ...timeout, signal: later }))
      : host.ask(asked, timeout));
    record({ spec: asked, ending });
    return ending.outcome === 'answered' ? ending.answer : undefined;
  };
  return {
    select: async (title, options, opts) =>
      valueOf(await ask({ kind: 'select', title: toText(title), options: toTextList(options) }, opts)),
    confirm: async (title, message, opts) => {
      const answer = await ask(
        { kind: 'confirm', title: toText(title), message: optional(message) ?? '' },
        opts,
      );
      return answer !== undefined && 'confirmed' in answer && answer.confirmed;
    },
    input: async (title, placeholder, opts) => {
      const hint = optional(placeholder);
      const spec = {
        kind: 'input',
        title: toText(title),
        ...(hint === undefined ? {} : { placeholder: hint }),
      } as const;
      return valueOf(await ask(spec, opts));
    },
    editor: async (title, prefill) => {
      const start = optional(prefill);
      const spec = {
        kind: 'editor',
        title: toText(title),
        ...(start === undefined ? {} : { prefill: start }),
      } as const;
      return valueOf(await ask(spec, undefined));
    },
    questionnaire: async (title, questions, opts) => {
      const asked = askable(questions);
      if (asked.length === 0) return [];
      const answer = await ask({ kind: 'questionnaire', title: toText(title), questions: asked }, opts);
      return answer !== undefined && 'answers' in answer ? answer.answers : undefined;
    },
  };
}

function timeoutIn(options: DialogOptions | undefined): Pick<AskOptions, 'timeout'> {
  const { timeout } = options ?? {};
  return typeof timeout === 'number' && timeout > 0 && timeout <= maxTimerMs ? { timeout } : {};
}

/** Checks the shape, because an extension may use a polyfill. */
function isSignal(value: unknown): value is AbortSignal {
  return (
    isRecord(value) &&
    typeof value['aborted'] === 'boolean' &&
    typeof value['addEventListener'] === 'function' &&
    typeof value['removeEventListener'] === 'function'
  );
}

/** Returns nothing for an answer of another kind of question. */
function valueOf(answer: DialogAnswer | undefined): string | undefined {
  return answer !== undefined && 'value' in answer ? answer.value : undefined;
}

function optional(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
