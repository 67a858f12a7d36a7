import type { CaretText, CompletionRow } from '../../../protocol/completion';
import type { DialogSpec, DialogEnding } from '../../../protocol/dialog';
import type { Toast } from '../../../protocol/frames';
import type { MessageId, ThreadId } from '../../../protocol/ids';
import type { PromptBody, NextStep, Item } from '../../../protocol/item';
import type { Observation } from '../../../protocol/observation';
import type { SlashCommand } from '../../../protocol/session';

/** A prompt that was admitted. */
export interface AdmittedPrompt extends PromptBody {
  readonly messageId: MessageId;
}

/** Why a prompt was not taken, in words for a person, with what to do next. */
export interface PromptRefusal {
  readonly reason: string;
  readonly next?: readonly NextStep[];
}

/** Observations that a runtime makes itself; the rest are the core's. */
export type RuntimeObservation = Extract<
  Observation,
  {
    type:
      | 'activity'
      | 'item-added'
      | 'text-delta'
      | 'item-changed'
      | 'session-changed'
      | 'extension-status'
      | 'extension-widget'
      | 'working-message';
  }
>;

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds; absent or 0 means no end. */
  readonly timeout?: number;
}

/**
 * The end of a run. `failed`: the last answer of the model was an error, or there was none. Prompts that pi has accepted
 * and not delivered by then are the core's again.
 */
export interface RunEnding {
  readonly aborted: boolean;
  readonly failed: boolean;
}

/** What the core offers to the runtime of one thread. None of it throws. */
export interface RuntimeHost {
  /** Number it, reduce it, hand it to all followers. */
  observe(observation: RuntimeObservation): void;
  /** The agent began to work, whoever asked it to. */
  runStarted(): void;
  /** The agent is idle again, retries and compaction included. Once for each `runStarted`. */
  runSettled(ending: RunEnding): void;
  /** The model is given these words now: the prompt is delivered. */
  promptDelivered(messageId: MessageId): void;
  /**
   * The next steering prompt, if one waits; asked for at each turn's end, just before pi looks for one. From here until
   * `promptSaid` the prompt is the runtime's, and `clearQueue` gives it back.
   */
  takeSteering(): AdmittedPrompt | undefined;
  /** A prompt taken by `takeSteering` that pi would not have. */
  steeringRefused(messageId: MessageId, refusal: PromptRefusal): void;
  /** Parks a question. Resolves with its ending, never rejects. */
  ask(spec: DialogSpec, options: AskOptions): Promise<DialogEnding>;
  /** What is typed in the composer that was last in use. */
  composerText(): string;
  /** Puts text in that composer: in place of what is there, or at the caret. */
  setComposerText(text: string, replace: boolean): void;
  /** A short word to the person that stays in no transcript. */
  toast(toast: Toast): void;
}

/** How a prompt will be taken, by how it begins. */
export type PromptKind =
  /** No command: plain words. */
  | 'none'
  /** An extension's command: runs beside a run, and its acceptance is its completion. */
  | 'extension'
  /** One of Enso's own that works on an idle thread, so it waits its turn. */
  | 'enso'
  /** A person's own shell command, behind an exclamation mark: it has the agent's place while it runs. */
  | 'shell'
  /** A skill or prompt template: a prompt like any other. */
  | 'prompt'
  | 'unknown';

export interface Admission {
  /** `started`: a run goes on with it. `handled`: pi or an extension did what was to do, no run of it follows. */
  accepted(how: 'started' | 'handled'): void;
  /** Instead of `accepted`. */
  rejected(refusal: PromptRefusal): void;
}

/** What another program has written into a live session's file. */
export interface ExternalChanges {
  readonly items: readonly Item[];
  /** It went on from an earlier place than this session did: the file has two branches now. */
  readonly diverged: boolean;
}

/** What extensions have to say on what could stand at a composer's caret. */
export interface Completions {
  /**
   * Nothing when there is nothing. Never rejects, and never takes longer than a few seconds.
   * @param commands what can follow a slash in this thread
   */
  suggest(
    at: CaretText & { readonly forced: boolean; readonly commands: readonly SlashCommand[] },
    signal: AbortSignal,
  ): Promise<{ readonly list: number; readonly rows: readonly CompletionRow[] } | undefined>;
  /** Takes a row of one of the last lists; nothing when it isn't known any more. */
  take(list: number, row: number): CaretText | undefined;
}

/** A live pi session for one thread. */
export interface ThreadRuntime {
  /** pi compacts, outside of a run. */
  readonly compacting: boolean;
  promptKind(text: string): PromptKind;
  commands(): readonly SlashCommand[];
  readonly completions?: Completions;
  /**
   * Gives a prompt to the idle agent, or runs a command. Returns at once; exactly one of the admission's functions is
   * called later, even when a stop comes first.
   */
  prompt(prompt: AdmittedPrompt, admission: Admission): void;
  /**
   * What another program has added to the thread since this session read it, if anything; asked for before the idle agent
   * is given a prompt. The session doesn't know of it: only a new one does.
   */
  externalChanges?(): Promise<ExternalChanges | undefined>;
  /** Takes back what pi holds and has not said: steering first. `messageId` is absent for an extension's own words. */
  clearQueue(): readonly (PromptBody & { readonly messageId?: MessageId })[];
  /**
   * Tells pi to stop whatever runs: agent, retry, compaction, commands, shell. The signal is raised before this returns;
   * resolves when pi is idle.
   */
  abort(): Promise<void>;
  /** What is at work, for a person: the names of tools, extensions and commands. */
  waitingFor(): string | undefined;
  /** Writes the conversation as a page of its own. Rejects with an error for a person. */
  exportHtml(path: string): Promise<void>;
  /** Loads extensions, settings and trust anew. Idle only. */
  reload(): Promise<void>;
  /** Ends the session and all that it started. */
  dispose(): Promise<void>;
}

export interface RuntimeFactory {
  /** Rejects with an error whose message is for a person. */
  create(options: {
    readonly threadId: ThreadId;
    readonly folder: string;
    readonly host: RuntimeHost;
  }): Promise<ThreadRuntime>;
}
