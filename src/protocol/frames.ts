import type { CaretText, CompletionRow } from './completion';
import type { Generation, MessageId, PromptKey, Seq, ThreadId } from './ids';
import type { Item, PromptBody } from './item';
import type { Delivery, Observation } from './observation';
import type { Snapshot, ThreadStatus } from './threadState';

export type RefusalCode =
  | 'bad-request'
  | 'unavailable-command'
  | 'not-live'
  | 'no-open-dialog'
  | 'idle'
  | 'answer-refused'
  | 'not-queued'
  | 'failed'
  /** Used by the panel when no reply comes. The host never sends it. */
  | 'unreachable';

export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  /** A message for the user: the problem and what to do. */
  readonly message: string;
}

/** A prompt was admitted. The feed tells what becomes of it. */
export interface PromptReceipt {
  readonly ok: true;
  readonly threadId: ThreadId;
  readonly messageId: MessageId;
  /** The run that the prompt started, or the run that it waits for. */
  readonly generation: Generation;
  readonly queued: boolean;
}

/** pi was told to stop. The `restored` prompts were queued and come back in a `hand-back` frame. */
export interface StopReceipt {
  readonly ok: true;
  readonly threadId: ThreadId;
  readonly outcome: 'aborted';
  readonly restored: readonly string[];
}

export interface OlderReply {
  readonly ok: true;
  readonly items: readonly Item[];
  readonly earlier: number;
}

export interface ThreadRow {
  readonly threadId: ThreadId;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  readonly busy: boolean;
  readonly waiting: boolean;
  /** The reason why the thread can't be read. */
  readonly problem?: string;
}

export interface ThreadsReply {
  readonly ok: true;
  readonly threads: readonly ThreadRow[];
}

/** The completions at the caret. `list` identifies the list when a row is taken. */
export interface CompletionsReply {
  readonly ok: true;
  readonly list: number;
  readonly rows: readonly CompletionRow[];
}

/** The text of the composer with the row taken. */
export interface CompletedReply extends CaretText {
  readonly ok: true;
}

export interface DoneReply {
  readonly ok: true;
}

export type Reply =
  | PromptReceipt
  | StopReceipt
  | OlderReply
  | ThreadsReply
  | CompletionsReply
  | CompletedReply
  | DoneReply
  | Refusal;

/** The unsent text and images of one thread in one panel. */
export interface Draft extends PromptBody {
  /** Rises with each change. The higher revision wins if a panel and the host disagree. */
  readonly revision: number;
}

/** Prompts that come back to a composer. A panel adds each id once and confirms it with its next draft. */
export interface HandBack {
  readonly id: string;
  readonly prompts: readonly PromptBody[];
  /** The reason, unless the user's own stop is the reason. */
  readonly why?: string;
}

export interface PanelFonts {
  readonly size?: number;
  readonly family?: string;
  readonly codeSize?: number;
  readonly codeFamily?: string;
}

export interface PanelSettings {
  /** The key that sends: `enter`, or `mod-enter` where Enter adds a line. */
  readonly sendWith: 'enter' | 'mod-enter';
  /** What that key does during a run, `enqueue` by default. The other send key does the opposite. */
  readonly whileBusy?: Delivery;
  /** The fonts of VS Code's chat settings, where the user has set them: sizes in pixels. */
  readonly fonts?: PanelFonts;
  /** Thoughts begin unfolded. */
  readonly unfoldsThinking?: boolean;
  /** Shows the working folder, because the window doesn't have exactly one folder. */
  readonly showFolder?: boolean;
}

/** A message of the host to one panel. The frames of a panel arrive in the order of posting. */
export type Frame =
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply }
  | {
      readonly type: 'snapshot';
      readonly snapshot: Snapshot;
      readonly draft?: Draft;
      readonly handBacks: readonly HandBack[];
      readonly settings: PanelSettings;
      /** Keys of prompts that the host has admitted from this panel, so that a reload sends none twice. */
      readonly admitted: readonly PromptKey[];
      /**
       * The last request that the host has received. After a reload `admitted` is complete only once this is a request of
       * the new page. Absent: the page was never reloaded.
       */
      readonly heard?: number;
    }
  | {
      readonly type: 'observations';
      readonly threadId: ThreadId;
      readonly epoch: string;
      /** The first and last number that `items` cover. Merged deltas make the items fewer than the numbers. */
      readonly from: Seq;
      readonly to: Seq;
      readonly items: readonly Observation[];
    }
  | { readonly type: 'status'; readonly threadId: ThreadId; readonly status: ThreadStatus }
  | { readonly type: 'hand-back'; readonly threadId: ThreadId; readonly handBack: HandBack }
  | { readonly type: 'settings'; readonly settings: PanelSettings }
  | { readonly type: 'intent'; readonly intent: PanelIntent };

/** A short message to the user that no transcript keeps. */
export interface Toast {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  /** The number of equal messages, 1 by default. */
  readonly times?: number;
  /** The name of the sender. */
  readonly source?: string;
  /** The number of further messages of the sender that were dropped. */
  readonly others?: number;
}

/** A request of the host to a panel. */
export type PanelIntent =
  | { readonly kind: 'focus-composer' }
  /** VS Code didn't handle the Escape that the page passed on. */
  | { readonly kind: 'escape' }
  | { readonly kind: 'follow'; readonly threadId: ThreadId }
  /** Inserts text at the caret, or replaces all of it. */
  | { readonly kind: 'insert-text'; readonly text: string; readonly replace: boolean }
  | { readonly kind: 'toast'; readonly toast: Toast }
  | { readonly kind: 'reveal-question'; readonly dialogId: string }
  | { readonly kind: 'reveal-item'; readonly itemId: string }
  /** Moves through the conversation from where the user reads. */
  | { readonly kind: 'go-to'; readonly place: 'previous-prompt' | 'next-prompt' | 'last-answer' };
