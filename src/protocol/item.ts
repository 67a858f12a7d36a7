import type { ApprovalDecision, DialogEnding, DialogRequest } from './dialog';
import type { DialogId, ItemId, MessageId } from './ids';

/** An image in a message: base64 without a `data:` prefix. */
export interface ImageContent {
  readonly mimeType: string;
  readonly data: string;
  readonly name?: string;
}

/** A message of the user. */
export interface PromptBody {
  readonly text: string;
  readonly images: readonly ImageContent[];
}

/** A message of the user. `pending` until pi has added it to the conversation; `command` if pi ran it itself. */
export interface UserItem {
  readonly kind: 'user';
  readonly id: ItemId;
  readonly messageId?: MessageId;
  readonly text: string;
  readonly images: readonly ImageContent[];
  readonly state: 'pending' | 'delivered' | 'command';
  /** What the tool calls after the message, and before the next one, changed. */
  readonly changes?: PromptChanges;
}

export interface TextItem {
  readonly kind: 'text';
  readonly id: ItemId;
  readonly text: string;
  /** The model is still writing. */
  readonly open: boolean;
}

export interface ThinkingItem {
  readonly kind: 'thinking';
  readonly id: ItemId;
  readonly text: string;
  readonly open: boolean;
  /** Milliseconds since the epoch. Session files have no times of thoughts. */
  readonly startedAt?: number;
  readonly durationMs?: number;
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

/** The number of files that a summary lists. The diff editor shows all of them. */
export const maxListedFiles = 100;

/** A file that a tool call changed. Counts are lines; both are 0 for a binary file. */
export interface FileChange {
  /** As the user knows the path: relative to the thread's folder if the file is inside. */
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'deleted';
  readonly added: number;
  readonly removed: number;
}

/** The files that one tool call changed, with the id under which Enso keeps what was there before. */
export interface CallChange {
  readonly id: string;
  readonly files: readonly FileChange[];
  /** The number of changed files that `files` doesn't list. */
  readonly more?: number;
}

/** The files that all tool calls between a prompt and the next one changed. */
export interface PromptChanges {
  /** The ids of the calls' changes, oldest first. */
  readonly ids: readonly string[];
  readonly files: readonly FileChange[];
  readonly more?: number;
}

/** One tool call, with its input and output. */
export interface ToolItem {
  readonly kind: 'tool';
  readonly id: ItemId;
  readonly name: string;
  /** pi's id of the call, by which questions find their call. */
  readonly callId?: string;
  /** Questions that belong to the call, oldest first. */
  readonly questions?: readonly CallQuestion[];
  /** The user's own `!command`. */
  readonly byUser?: boolean;
  /** What the call works on, on one line: a path, a command. Empty until it is known. */
  readonly subject: string;
  /** The arguments as indented JSON, complete after the state `writing`. */
  readonly input: string;
  /** The text output; only its end where the tool cut it. */
  readonly text: string;
  readonly state: ToolState;
  /** The file of the call, relative to the thread's folder if it is inside. */
  readonly path?: string;
  /** Unified diff of an edit. */
  readonly diff?: string;
  readonly exitCode?: number;
  readonly startedAt?: number;
  readonly durationMs?: number;
  readonly images?: readonly ImageContent[];
  /** The files that the call changed, as far as Enso keeps what was there before. */
  readonly change?: CallChange;
  /** Files with unsaved changes in editors, which the command saw as saved. */
  readonly unsaved?: readonly string[];
}

/** A next step that a notice offers as a button. */
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

/** A message that no model wrote: an error, a retry, a compaction, a message of an extension. */
export interface NoticeItem {
  readonly kind: 'notice';
  readonly id: ItemId;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly detail?: string;
  readonly source?: string;
  readonly next?: readonly NextStep[];
}

/** A question in the transcript: a card while open. Once settled, a mark on its tool call, or one line without a call. */
export interface DialogItem {
  readonly kind: 'dialog';
  readonly id: ItemId;
  readonly request: DialogRequest;
  /** The tool call whose row shows the question once it is settled. */
  readonly toolItemId?: ItemId;
  readonly ending?: DialogEnding;
}

export type Item = UserItem | TextItem | ThinkingItem | ToolItem | NoticeItem | DialogItem;

/** The fields of an item that can change. `kind` and `id` never do. */
export type ItemPatch =
  | Partial<Omit<UserItem, 'kind' | 'id'>>
  | Partial<Omit<TextItem, 'kind' | 'id'>>
  | Partial<Omit<ThinkingItem, 'kind' | 'id'>>
  | Partial<Omit<ToolItem, 'kind' | 'id'>>
  | Partial<Omit<NoticeItem, 'kind' | 'id'>>
  | Partial<Omit<DialogItem, 'kind' | 'id'>>;
