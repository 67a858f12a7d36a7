import type { ApprovalDecision, DialogEnding, DialogRequest } from './dialog';
import type { DialogId, ItemId, MessageId } from './ids';

/** A picture as it travels: base64 without a `data:` prefix. */
export interface ImageContent {
  readonly mimeType: string;
  readonly data: string;
  readonly name?: string;
}

/** What a person sends. */
export interface PromptBody {
  readonly text: string;
  readonly images: readonly ImageContent[];
}

/** A person's words. `pending` until pi has taken them into the conversation; `command` when pi ran them itself. */
export interface UserItem {
  readonly kind: 'user';
  readonly id: ItemId;
  readonly messageId?: MessageId;
  readonly text: string;
  readonly images: readonly ImageContent[];
  readonly state: 'pending' | 'delivered' | 'command';
}

export interface TextItem {
  readonly kind: 'text';
  readonly id: ItemId;
  readonly text: string;
  /** Still being written. */
  readonly open: boolean;
}

export interface ThinkingItem {
  readonly kind: 'thinking';
  readonly id: ItemId;
  readonly text: string;
  readonly open: boolean;
}

export type ToolState = 'writing' | 'waiting' | 'running' | 'done' | 'failed' | 'aborted';

/** A question that belongs to a tool call, as the row of the call shows it. */
export interface CallQuestion {
  readonly dialogId: DialogId;
  /** The question approves the call, instead of being the work of the call. */
  readonly approval: boolean;
  readonly ending?: DialogEnding;
  /** The decision behind the answer, where `approval` is true. */
  readonly decision?: ApprovalDecision;
}

/** One tool call, with what went in and what came out. */
export interface ToolItem {
  readonly kind: 'tool';
  readonly id: ItemId;
  readonly name: string;
  /** pi's id of the call, by which questions find their call. */
  readonly callId?: string;
  /** Questions that belong to the call, oldest first. */
  readonly questions?: readonly CallQuestion[];
  /** What it worked on, on one line: a path, a command. Empty while it is not known. */
  readonly subject: string;
  /** The arguments as indented JSON, complete once the state is past `writing`. */
  readonly input: string;
  /** Text output; only its tail where the tool cut it. */
  readonly text: string;
  readonly state: ToolState;
  /** A file that the call was about, relative to the thread's folder where it is inside it. */
  readonly path?: string;
  /** Unified diff of an edit. */
  readonly diff?: string;
  readonly exitCode?: number;
  readonly startedAt?: number;
  readonly durationMs?: number;
  readonly images?: readonly ImageContent[];
}

/** The next step that a notice offers as a button. */
export type NextStep =
  | 'choose-model'
  | 'set-key'
  | 'show-log'
  | 'retry'
  | 'new-thread'
  | 'compact'
  | 'send-queued'
  | 'trust-workspace'
  | 'end-process'
  | 'end-processes';

/** Something the thread has to say that no model said: an error, a retry, a compaction, an extension's word. */
export interface NoticeItem {
  readonly kind: 'notice';
  readonly id: ItemId;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly detail?: string;
  readonly source?: string;
  readonly next?: readonly NextStep[];
}

/** A question in the transcript; its card while it is open, one quiet line once `ending` is there. */
export interface DialogItem {
  readonly kind: 'dialog';
  readonly id: ItemId;
  readonly request: DialogRequest;
  /** The tool call whose row shows the question once it is settled. */
  readonly toolItemId?: ItemId;
  readonly ending?: DialogEnding;
}

export type Item = UserItem | TextItem | ThinkingItem | ToolItem | NoticeItem | DialogItem;

/** Fields of an item that change after it was added. `kind` and `id` never do. */
export type ItemPatch =
  | Partial<Omit<UserItem, 'kind' | 'id'>>
  | Partial<Omit<TextItem, 'kind' | 'id'>>
  | Partial<Omit<ToolItem, 'kind' | 'id'>>
  | Partial<Omit<NoticeItem, 'kind' | 'id'>>
  | Partial<Omit<DialogItem, 'kind' | 'id'>>;
