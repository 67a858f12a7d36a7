import type { Generation, MessageId } from '../../../protocol/ids';
import type { Observation } from '../../../protocol/observation';
import type { NoticeItem, PromptBody } from '../../../protocol/item';
import type { PromptKind, PromptRefusal } from '../ports/runtime';
import type { Queue, QueueChange, QueuedPrompt } from './promptQueue';

/** Who stopped a run: a panel, or (without an id) a command. */
export interface Sender {
  readonly panelId: string | undefined;
  readonly name: string;
}

/** The prompt that the agent is being given or works on. */
export interface CurrentPrompt {
  readonly prompt: QueuedPrompt;
  /** Sent to an idle thread, or taken from the queue at its turn. */
  readonly from: 'taken' | 'queue';
  /** The runtime has the prompt; before that the core can simply take it back. */
  readonly given: boolean;
  /** The model was given the words. */
  readonly delivered: boolean;
  /** A stop came before the words were delivered: they go back to a composer. */
  readonly stopped: boolean;
}

/** Where the agent of a thread is. `besideRun`: a run that an extension began goes on meanwhile. */
export type Agent =
  | { readonly at: 'idle' }
  /** The place is kept for a slash command whose kind pi must tell first. */
  | { readonly at: 'reserved'; readonly prompt: QueuedPrompt; readonly besideRun: boolean }
  | { readonly at: 'admitting'; readonly current: CurrentPrompt; readonly besideRun: boolean }
  /** Without a prompt it is a run that an extension began. */
  | { readonly at: 'running'; readonly current?: CurrentPrompt };

/** Prompts that a stop hands back together, so that they reach the composer in the order in which they were sent. */
export interface Waiting {
  /** The prompt that the agent had: withdrawn, or returned by pi without being delivered. */
  readonly own: readonly QueuedPrompt[];
  /** Prompts out of pi's queue. Undefined until pi has answered. */
  readonly returned?: readonly QueuedPrompt[];
  readonly queued: readonly QueuedPrompt[];
}

/** A stop under way. It ends when pi is idle and the commands that ran when it came have ended. */
export interface Stop {
  readonly request: number;
  readonly generation: Generation;
  readonly by: Sender;
  /** Commands that were running when the stop arrived. Later ones are not affected. */
  readonly commands: readonly MessageId[];
  /** Prompts to be handed back, until they are. */
  readonly waiting?: Waiting | undefined;
  /** pi is idle: only commands keep the stop from its end. */
  readonly piIdle: boolean;
  /** The end of the run was told already. */
  readonly settled: boolean;
  /** pi couldn't be told to abort: the stop ends with the run, or when the user abandons the run. */
  readonly failed: boolean;
}

/** The life of a thread's runs as one value. `step` alone makes the next one. */
export interface RunState {
  /** The number of the latest run. */
  readonly generation: Generation;
  /** Someone holds the thread: a run, a command, or an open question. */
  readonly busy: boolean;
  readonly agent: Agent;
  readonly queue: Queue;
  /** Steering prompts that pi holds and has not delivered. */
  readonly steering: readonly QueuedPrompt[];
  /** Extension commands that run now. */
  readonly commands: readonly QueuedPrompt[];
  readonly stop?: Stop | undefined;
  /** The number of open questions. */
  readonly questions: number;
  /** pi compacts, outside of a run. */
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

/** Everything that can happen to a thread's runs. */
export type RunEvent =
  // Prompts. `command`: the text looks like a slash command. `live`: a runtime is there to tell its kind.
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
  /** A runtime that knows the whole thread is there for this prompt. */
  | { readonly on: 'ready'; readonly messageId: MessageId }
  | { readonly on: 'accepted'; readonly messageId: MessageId; readonly how: 'started' | 'handled' }
  | { readonly on: 'refused'; readonly messageId: MessageId; readonly refusal: PromptRefusal }
  | { readonly on: 'delivered'; readonly messageId: MessageId }
  | { readonly on: 'command-ended'; readonly messageId: MessageId; readonly refusal?: PromptRefusal }
  | { readonly on: 'queue'; readonly change: QueueChange }
  // The run.
  | { readonly on: 'run-started' }
  | { readonly on: 'run-settled'; readonly aborted: boolean; readonly failed: boolean }
  /** pi is about to look for steering: `messageId` names the first prompt that can be steered. */
  | { readonly on: 'turn-end'; readonly messageId: MessageId }
  | { readonly on: 'steering-refused'; readonly messageId: MessageId; readonly refusal: PromptRefusal }
  | { readonly on: 'compacting' }
  | { readonly on: 'activity-ended' }
  | { readonly on: 'questions'; readonly count: number }
  // The stop.
  /** `request` names the question of whoever stops, for its answer; `live`: a runtime is there or on its way. */
  | {
      readonly on: 'stop';
      readonly request: number;
      readonly generation: Generation | undefined;
      readonly by: Sender;
      readonly live: boolean;
    }
  /** What pi held and had not delivered, in answer to `clear-queue`: steering first. */
  | { readonly on: 'returned'; readonly prompts: readonly Returned[] }
  /** pi's abort resolved, or (not `ok`) failed. */
  | { readonly on: 'abort-ended'; readonly generation: Generation; readonly ok: boolean }
  /** The stop takes long: nothing waits any longer to be handed back. */
  | { readonly on: 'stop-slow'; readonly generation: Generation }
  | { readonly on: 'abandon'; readonly generation: Generation; readonly notice: NoticeItem }
  | { readonly on: 'close' };

/** The event of that name. */
export type EventOf<On extends RunEvent['on']> = Extract<RunEvent, { readonly on: On }>;

/** A prompt out of pi's queue; without an id the words are an extension's own. */
export type Returned = PromptBody & { readonly messageId?: MessageId };

/** The answer to whoever sent a prompt or asked for a stop. */
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

/** An act of the shell. Effects are performed in order; the events that they raise are queued behind them. */
export type Effect =
  | { readonly do: 'publish'; readonly observation: Observation }
  | { readonly do: 'answer'; readonly answer: Answer }
  | {
      readonly do: 'log';
      readonly level: 'info' | 'warn';
      readonly line: string;
      readonly of: 'all' | 'thread';
    }
  /** The thread was taken: everybody hears the run's number before anybody holds the run. */
  | { readonly do: 'taken'; readonly generation: Generation }
  | { readonly do: 'released'; readonly generation: Generation; readonly stopped: boolean }
  /** Busy, waiting or live may have changed. */
  | { readonly do: 'changed' }
  | { readonly do: 'ask-kind'; readonly prompt: QueuedPrompt; readonly reserved: boolean }
  | { readonly do: 'load'; readonly prompt: QueuedPrompt; readonly reserved: boolean }
  /** Gets a runtime that knows the whole thread; raises `ready`. */
  | { readonly do: 'prepare'; readonly prompt: QueuedPrompt }
  | { readonly do: 'submit'; readonly prompt: QueuedPrompt }
  | { readonly do: 'run-command'; readonly prompt: QueuedPrompt }
  | { readonly do: 'reject'; readonly prompt: QueuedPrompt; readonly refusal: PromptRefusal }
  /** Gives an accepted prompt that was never delivered back to its sender. */
  | { readonly do: 'return'; readonly prompt: QueuedPrompt; readonly why: string }
  | { readonly do: 'hand-back'; readonly prompts: readonly QueuedPrompt[]; readonly to: string | undefined }
  /** Takes back what pi holds; raises `returned`. */
  | { readonly do: 'clear-queue' }
  /** Raises pi's abort signal before anything is awaited; raises `abort-ended`. */
  | { readonly do: 'abort'; readonly generation: Generation; readonly by: Sender }
  | { readonly do: 'questions'; readonly to: 'abort' | 'dispose' | 'accept' }
  | { readonly do: 'stop-ended' }
  | { readonly do: 'detach' }
  | { readonly do: 'end-detached' };
