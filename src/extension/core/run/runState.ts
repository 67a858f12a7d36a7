import type { Generation, MessageId } from '../../../protocol/ids';
import type { Observation } from '../../../protocol/observation';
import type { NoticeItem, PromptBody } from '../../../protocol/item';
import type { PromptKind, PromptRefusal } from '../ports/runtime';
import type { Queue, QueueChange, QueuedPrompt } from './promptQueue';

/** The sender of a stop: a panel, or a command, which has no id. */
export interface Sender {
  readonly panelId: string | undefined;
  readonly name: string;
}

/** The prompt that is being submitted to the agent or that the agent works on. */
export interface CurrentPrompt {
  readonly prompt: QueuedPrompt;
  /** Whether the prompt took an idle thread or comes from the queue. */
  readonly from: 'taken' | 'queue';
  /** True once the runtime has the prompt. Before, the core can withdraw the prompt. */
  readonly given: boolean;
  /** True once the model has received the prompt. */
  readonly delivered: boolean;
  /** True if a stop came before the delivery, so the prompt goes back to a composer. */
  readonly stopped: boolean;
}

/** The agent's position in a run. `besideRun`: an extension's run continues at the same time. */
export type Agent =
  | { readonly at: 'idle' }
  /** Reserved for a slash command until pi has reported its kind. */
  | { readonly at: 'reserved'; readonly prompt: QueuedPrompt; readonly besideRun: boolean }
  | { readonly at: 'admitting'; readonly current: CurrentPrompt; readonly besideRun: boolean }
  /** Without a prompt, an extension has started the run. */
  | { readonly at: 'running'; readonly current?: CurrentPrompt };

/** Prompts that a stop hands back together, which keeps them in the order in which they were sent. */
export interface Waiting {
  /** The agent's undelivered prompt, withdrawn by the core or returned by pi. */
  readonly own: readonly QueuedPrompt[];
  /** Prompts from pi's queue. Undefined until pi has answered. */
  readonly returned?: readonly QueuedPrompt[];
  readonly queued: readonly QueuedPrompt[];
}

/** A stop in progress. Ends when pi is idle and `commands` have ended. */
export interface Stop {
  readonly request: number;
  readonly generation: Generation;
  readonly by: Sender;
  /** Commands that were running when the stop arrived. Later ones are not affected. */
  readonly commands: readonly MessageId[];
  /** The prompts that are waiting to be handed back. */
  readonly waiting?: Waiting | undefined;
  /** True once pi is idle. Only commands can still delay the end of the stop. */
  readonly piIdle: boolean;
  /** True once `settled` was published for the run. */
  readonly settled: boolean;
  /** True if the abort failed. The stop ends with the run, or when the user abandons the run. */
  readonly failed: boolean;
}

/** The state of a thread's runs, as one value. Only `step` makes the next state. */
export interface RunState {
  /** The number of the latest run. */
  readonly generation: Generation;
  /** True while a run, a command or an open question keeps the thread. */
  readonly busy: boolean;
  readonly agent: Agent;
  readonly queue: Queue;
  /** Steering prompts that pi has and hasn't delivered. */
  readonly steering: readonly QueuedPrompt[];
  /** The running extension commands. */
  readonly commands: readonly QueuedPrompt[];
  readonly stop?: Stop | undefined;
  /** The number of open questions. */
  readonly questions: number;
  /** True while pi compacts outside a run. */
  readonly compacting: boolean;
  readonly closed: boolean;
}

export const idleState: RunState = {
  generation: 0,
  busy: false,
  agent: { at: 'idle' },
  queue: { prompts: [], paused: false },
  steering: [],
  commands: [],
  questions: 0,
  compacting: false,
  closed: false,
};

/** An event in a thread's runs. */
export type RunEvent =
  // Prompts. `command`: the text looks like a slash command. `live`: a loaded runtime can report its kind.
  | {
      readonly on: 'prompt';
      readonly prompt: QueuedPrompt;
      readonly command: boolean;
      readonly live: boolean;
    }
  | {
      readonly on: 'kind';
      readonly prompt: QueuedPrompt;
      readonly reserved: boolean;
      readonly kind: PromptKind;
    }
  | { readonly on: 'load-late'; readonly prompt: QueuedPrompt; readonly reserved: boolean }
  | {
      readonly on: 'load-failed';
      readonly prompt: QueuedPrompt;
      readonly reserved: boolean;
      readonly why: string;
    }
  /** A runtime with the whole thread is ready for this prompt. */
  | { readonly on: 'ready'; readonly messageId: MessageId }
  | { readonly on: 'accepted'; readonly messageId: MessageId; readonly how: 'started' | 'handled' }
  | { readonly on: 'refused'; readonly messageId: MessageId; readonly refusal: PromptRefusal }
  | { readonly on: 'delivered'; readonly messageId: MessageId }
  | { readonly on: 'command-ended'; readonly messageId: MessageId; readonly refusal?: PromptRefusal }
  | { readonly on: 'queue'; readonly change: QueueChange }
  // The run.
  | { readonly on: 'run-started' }
  | { readonly on: 'run-settled'; readonly aborted: boolean; readonly failed: boolean }
  /** pi is about to poll for steering. `messageId`: the first prompt that can be steered. */
  | { readonly on: 'turn-end'; readonly messageId: MessageId }
  | { readonly on: 'steering-refused'; readonly messageId: MessageId; readonly refusal: PromptRefusal }
  | { readonly on: 'compacting' }
  | { readonly on: 'activity-ended' }
  | { readonly on: 'questions'; readonly count: number }
  // The stop.
  /** `request`: identifies the request for its answer. `live`: a runtime is loaded or loading. */
  | {
      readonly on: 'stop';
      readonly request: number;
      readonly generation: Generation | undefined;
      readonly by: Sender;
      readonly live: boolean;
    }
  /** The answer to `clear-queue`: pi's undelivered prompts, steering first. */
  | { readonly on: 'returned'; readonly prompts: readonly Returned[] }
  /** pi's abort has resolved, or failed if not `ok`. */
  | { readonly on: 'abort-ended'; readonly generation: Generation; readonly ok: boolean }
  /** The stop takes long, so prompts are handed back without further waiting. */
  | { readonly on: 'stop-slow'; readonly generation: Generation }
  | { readonly on: 'abandon'; readonly generation: Generation; readonly notice: NoticeItem }
  | { readonly on: 'close' };

export type EventOf<On extends RunEvent['on']> = Extract<RunEvent, { readonly on: On }>;

/** A prompt from pi's queue. An extension's text has no id. */
export type Returned = PromptBody & { readonly messageId?: MessageId };

/** The answer to the sender of a prompt or a stop. */
export type Answer =
  | {
      readonly to: 'prompt';
      readonly messageId: MessageId;
      readonly queued: boolean;
      readonly generation: Generation;
    }
  | { readonly to: 'prompt'; readonly messageId: MessageId; readonly refused: 'unknown-command' | 'closed' }
  | { readonly to: 'prompt'; readonly messageId: MessageId; readonly refused: 'failed'; readonly why: string }
  | { readonly to: 'stop'; readonly request: number; readonly restored: readonly QueuedPrompt[] }
  | { readonly to: 'stop'; readonly request: number; readonly refused: 'not-live' | 'idle' | 'run-over' };

/** A side effect. Effects are performed in order; the events that they raise are queued behind them. */
export type Effect =
  | { readonly do: 'publish'; readonly observation: Observation }
  | { readonly do: 'answer'; readonly answer: Answer }
  | {
      readonly do: 'log';
      readonly level: 'info' | 'warn';
      readonly line: string;
      readonly of: 'all' | 'thread';
    }
  /** The thread was taken. Publishes the run's number before anything else of the run happens. */
  | { readonly do: 'taken'; readonly generation: Generation }
  | { readonly do: 'released'; readonly generation: Generation; readonly stopped: boolean }
  /** The thread's busy, waiting or live state may have changed. */
  | { readonly do: 'changed' }
  | { readonly do: 'ask-kind'; readonly prompt: QueuedPrompt; readonly reserved: boolean }
  | { readonly do: 'load'; readonly prompt: QueuedPrompt; readonly reserved: boolean }
  /** Gets a runtime with the whole thread. Raises `ready`. */
  | { readonly do: 'prepare'; readonly prompt: QueuedPrompt }
  | { readonly do: 'submit'; readonly prompt: QueuedPrompt }
  | { readonly do: 'run-command'; readonly prompt: QueuedPrompt }
  | { readonly do: 'reject'; readonly prompt: QueuedPrompt; readonly refusal: PromptRefusal }
  /** Returns an accepted but undelivered prompt to its sender. */
  | { readonly do: 'return'; readonly prompt: QueuedPrompt; readonly why: string }
  | { readonly do: 'hand-back'; readonly prompts: readonly QueuedPrompt[]; readonly to: string | undefined }
  /** Empties pi's queue. Raises `returned`. */
  | { readonly do: 'clear-queue' }
  /** Aborts pi synchronously. Raises `abort-ended`. */
  | { readonly do: 'abort'; readonly generation: Generation; readonly by: Sender }
  | { readonly do: 'questions'; readonly to: 'abort' | 'dispose' | 'accept' }
  | { readonly do: 'stop-ended' }
  | { readonly do: 'detach' }
  | { readonly do: 'end-detached' };
