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

/** The reason why a prompt was refused, as a message for the user that says what to do next. */
export interface PromptRefusal {
  readonly reason: string;
  readonly next?: readonly NextStep[];
}

/** Observations that a runtime publishes. The core publishes the others. */
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
 * The end of a run. `failed`: the model's last answer was an error, or there was none. Prompts that pi has accepted and
 * not delivered go back to the core.
 */
export interface RunEnding {
  readonly aborted: boolean;
  readonly failed: boolean;
}

/** The core as the runtime of one thread sees it. No member throws. */
export interface RuntimeHost {
  /** Numbers an observation, adds it to the thread's state and passes it to all followers. */
  observe(observation: RuntimeObservation): void;
  /** Reports that the agent has started to work, for any reason. */
  runStarted(): void;
  /** Reports that the agent is idle again, after all retries and compaction. Called once for each `runStarted`. */
  runSettled(ending: RunEnding): void;
  /** Reports that the model receives this prompt now. */
  promptDelivered(messageId: MessageId): void;
  /**
   * Returns the next steering prompt, if there is one. Called at the end of each turn, right before pi polls for
   * steering. The runtime owns the prompt until `promptDelivered`; `clearQueue` returns it.
   */
  takeSteering(): AdmittedPrompt | undefined;
  /** Reports that pi refused a prompt that `takeSteering` had returned. */
  steeringRefused(messageId: MessageId, refusal: PromptRefusal): void;
  /** Opens a question. Resolves when the question is settled, never rejects. */
  ask(spec: DialogSpec, options: AskOptions): Promise<DialogEnding>;
  /** Returns the text of the composer that was last in use. */
  composerText(): string;
  /** Writes into that composer: replaces its text, or inserts at the caret. */
  setComposerText(text: string, replace: boolean): void;
  /** Shows a short message to the user that isn't added to the transcript. */
  toast(toast: Toast): void;
}

/** The way in which pi treats a prompt, determined by its first word. */
export type PromptKind =
  /** Plain text. */
  | 'none'
  /** An extension's command. Runs concurrently with a run; accepted when it has completed. */
  | 'extension'
  /** One of Enso's own commands. Needs an idle thread, so it waits for its turn. */
  | 'enso'
  /** The user's own shell command, after an exclamation mark. Takes the agent's place while it runs. */
  | 'shell'
  /** A skill or prompt template, which pi expands to a normal prompt. */
  | 'prompt'
  | 'unknown';

export interface Admission {
  /** `started`: a run works on the prompt. `handled`: pi or an extension has handled the prompt, and no run follows. */
  accepted(how: 'started' | 'handled'): void;
  /** Called instead of `accepted`. */
  rejected(refusal: PromptRefusal): void;
}

/** Items that another program has written to a live session's file. */
export interface ExternalChanges {
  readonly items: readonly Item[];
  /** True if the program continued from an earlier entry than this session, so that the file has two branches. */
  readonly diverged: boolean;
}

/** The completions of extensions at a composer's caret. */
export interface Completions {
  /**
   * Returns undefined without a suggestion. Never rejects, and settles within a few seconds.
   * @param commands the thread's slash commands
   */
  suggest(
    at: CaretText & { readonly forced: boolean; readonly commands: readonly SlashCommand[] },
    signal: AbortSignal,
  ): Promise<{ readonly list: number; readonly rows: readonly CompletionRow[] } | undefined>;
  /** Applies a row of one of the latest lists. Returns undefined for a list that has been dropped. */
  take(list: number, row: number): CaretText | undefined;
}

/** A live pi session for one thread. */
export interface ThreadRuntime {
  /** True while pi compacts outside a run. */
  readonly compacting: boolean;
  promptKind(text: string): PromptKind;
  commands(): readonly SlashCommand[];
  readonly completions?: Completions;
  /**
   * Submits a prompt to the idle agent, or runs a command. Returns at once. Exactly one of the admission's functions is
   * called later, even after a stop.
   */
  prompt(prompt: AdmittedPrompt, admission: Admission): void;
  /**
   * Returns the changes that another program has made to the thread's file since this session read the file. Called
   * before each prompt to the idle agent, because only a new session includes those changes.
   */
  externalChanges?(): Promise<ExternalChanges | undefined>;
  /**
   * Empties pi's queues and returns the undelivered prompts, steering first. An extension's texts have no `messageId`.
   */
  clearQueue(): readonly (PromptBody & { readonly messageId?: MessageId })[];
  /**
   * Aborts everything that runs: agent, retry, compaction, commands, shell. The signals abort before this function
   * returns; the promise resolves when pi is idle.
   */
  abort(): Promise<void>;
  /** Returns the names of the running tools, extensions and commands, as a list for the user. */
  waitingFor(): string | undefined;
  /** Exports the conversation as an HTML page. Rejects with an error for the user. */
  exportHtml(path: string): Promise<void>;
  /** Reloads extensions, settings and trust. Only called on an idle session. */
  reload(): Promise<void>;
  /** Ends the session and everything that it has started. */
  dispose(): Promise<void>;
}

export interface RuntimeFactory {
  /** Rejects with an error for the user. */
  create(options: {
    readonly threadId: ThreadId;
    readonly folder: string;
    readonly host: RuntimeHost;
  }): Promise<ThreadRuntime>;
}
