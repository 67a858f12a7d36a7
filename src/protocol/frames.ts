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
  /** The panel's own word when no reply comes. The host never says it. */
  | 'unreachable';

export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  /** For the person: what was wrong and what to do. */
  readonly message: string;
}

/** A prompt was admitted. What came of it is said by the feed. */
export interface PromptReceipt {
  readonly ok: true;
  readonly threadId: ThreadId;
  readonly messageId: MessageId;
  /** The run that the prompt took, or the one that it waits behind. */
  readonly generation: Generation;
  readonly queued: boolean;
}

/** pi was told to stop. `restored` were waiting and come back through a `hand-back` frame. */
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
  /** Why it can't be read. */
  readonly problem?: string;
}

export interface ThreadsReply {
  readonly ok: true;
  readonly threads: readonly ThreadRow[];
}

/** What could stand at the caret, if anything. `list` names it for taking one of its rows. */
export interface CompletionsReply {
  readonly ok: true;
  readonly list: number;
  readonly rows: readonly CompletionRow[];
}

/** The composer as it is with the row that was taken. */
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

/** What is typed and not sent, for one thread in one panel. */
export interface Draft extends PromptBody {
  /** Rises with each change; the higher one wins when a panel and the host disagree. */
  readonly revision: number;
}

/** Prompts that come back to a composer. A panel adds each id once and says so with its next draft. */
export interface HandBack {
  readonly id: string;
  readonly prompts: readonly PromptBody[];
  /** Why, when it was not the person's own stop. */
  readonly why?: string;
}

export interface PanelSettings {
  /** Which key sends: `enter`, or `mod-enter` where Enter makes a new line. */
  readonly sendWith: 'enter' | 'mod-enter';
  /** What that key does while something runs, `enqueue` if it isn't said. The other key does the other. */
  readonly whileBusy?: Delivery;
  /** The window has not exactly one folder, so where pi works is said. */
  readonly showFolder?: boolean;
}

/** What the host posts to one panel. Frames of one panel arrive in the order they were posted. */
export type Frame =
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply }
  | {
      readonly type: 'snapshot';
      readonly snapshot: Snapshot;
      readonly draft?: Draft;
      readonly handBacks: readonly HandBack[];
      readonly settings: PanelSettings;
      /** Keys of prompts that the host has admitted from this panel, so that none is sent twice after a reload. */
      readonly admitted: readonly PromptKey[];
      /**
       * The last request that the host had received. A page that was loaded anew waits for one of its own: only then
       * is all that an earlier life of it had sent in `admitted`. Absent: there was no earlier life.
       */
      readonly heard?: number;
    }
  | {
      readonly type: 'observations';
      readonly threadId: ThreadId;
      readonly epoch: string;
      /** First and last number that `items` cover. Merged deltas make `items` fewer than the numbers. */
      readonly from: Seq;
      readonly to: Seq;
      readonly items: readonly Observation[];
    }
  | { readonly type: 'status'; readonly threadId: ThreadId; readonly status: ThreadStatus }
  | { readonly type: 'hand-back'; readonly threadId: ThreadId; readonly handBack: HandBack }
  | { readonly type: 'settings'; readonly settings: PanelSettings }
  | { readonly type: 'intent'; readonly intent: PanelIntent };

/** A short word to the person that stays in no transcript. */
export interface Toast {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  /** How often it was said at once; left out, once. */
  readonly times?: number;
  /** Who says it. */
  readonly source?: string;
  /** Of so many others that came with it from there, only the number is told. */
  readonly others?: number;
}

/** What the host asks of a panel. */
export type PanelIntent =
  | { readonly kind: 'focus-composer' }
  /** Nothing of VS Code's own took the Escape that the page left to it. */
  | { readonly kind: 'escape' }
  | { readonly kind: 'follow'; readonly threadId: ThreadId }
  /** In place of what is there, or at the caret. */
  | { readonly kind: 'insert-text'; readonly text: string; readonly replace: boolean }
  | { readonly kind: 'toast'; readonly toast: Toast }
  | { readonly kind: 'reveal-question'; readonly dialogId: string };
