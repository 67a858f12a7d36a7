import type { DialogEnding, DialogRequest } from './dialog';
import type { DialogId, Generation, ItemId, MessageId } from './ids';
import type { Item, ItemPatch, NextStep, PromptBody, UserItem } from './item';
import type { SessionInfo, Widget } from './session';

/** How a prompt joins a busy thread: after the run, or after the current turn. */
export type Delivery = 'enqueue' | 'steer';

/** A queued prompt. It has no item in the transcript yet, because pi doesn't have it. */
export interface QueueItem extends PromptBody {
  readonly messageId: MessageId;
  readonly delivery: Delivery;
  /** The reason why pi refused the prompt at its turn. */
  readonly error?: string;
}

/** The current activity of a thread, for the user. */
export type Activity =
  | { readonly kind: 'starting' }
  | { readonly kind: 'thinking' }
  | { readonly kind: 'answering' }
  | { readonly kind: 'tool'; readonly name: string; readonly subject: string; readonly since: number }
  | {
      readonly kind: 'retrying';
      readonly attempt: number;
      readonly attempts: number;
      /** Milliseconds since the epoch. */
      readonly at: number;
      readonly why: string;
    }
  | { readonly kind: 'compacting' }
  | { readonly kind: 'command'; readonly name: string };

/**
 * Everything that can happen in a thread. The host numbers observations in order, and both ends reduce the same list.
 * docs/protocol.md describes how to add one.
 */
export type Observation =
  // The run.
  | { readonly type: 'run-started'; readonly generation: Generation; readonly at: number }
  | { readonly type: 'activity'; readonly activity: Activity | undefined }
  | {
      readonly type: 'stop-requested';
      readonly generation: Generation;
      readonly by: string;
      /** The names of the tools, extensions and commands that a slow stop waits for. */
      readonly waitingFor?: string;
    }
  | {
      readonly type: 'settled';
      readonly generation: Generation;
      readonly aborted: boolean;
      readonly failed: boolean;
    }
  // Prompts.
  | { readonly type: 'prompt-opened'; readonly item: UserItem }
  | { readonly type: 'prompt-delivered'; readonly item: UserItem }
  | {
      readonly type: 'prompt-rejected';
      readonly messageId: MessageId;
      readonly reason: string;
      readonly next?: readonly NextStep[];
    }
  | { readonly type: 'prompts-restored'; readonly messageIds: readonly MessageId[] }
  | { readonly type: 'queue'; readonly items: readonly QueueItem[]; readonly paused: boolean }
  // The transcript.
  | { readonly type: 'item-added'; readonly item: Item }
  | { readonly type: 'text-delta'; readonly id: ItemId; readonly delta: string }
  | { readonly type: 'item-changed'; readonly id: ItemId; readonly patch: ItemPatch }
  /** The calls' changes that are undone now, all of them. */
  | { readonly type: 'changes-undone'; readonly ids: readonly string[] }
  // Questions.
  | { readonly type: 'dialog-opened'; readonly request: DialogRequest }
  | { readonly type: 'dialog-settled'; readonly dialogId: DialogId; readonly ending: DialogEnding }
  // The session and the extensions' UI.
  | { readonly type: 'session-changed'; readonly patch: Partial<SessionInfo> }
  | { readonly type: 'extension-status'; readonly key: string; readonly text: string | undefined }
  | { readonly type: 'extension-widget'; readonly key: string; readonly widget: Widget | undefined }
  | { readonly type: 'working-message'; readonly text: string | undefined };

export type ObservationType = Observation['type'];
