import type { DialogRequest } from './dialog';
import type { Generation, ItemId, Seq, ThreadId } from './ids';
import type { Item } from './item';
import type { Activity, QueueItem } from './observation';
import type { SessionInfo, Widget } from './session';

/** The host's word on the run. */
export interface ThreadStatus {
  /** pi is loaded for this thread. */
  readonly live: boolean;
  readonly busy: boolean;
  readonly generation: Generation;
}

export interface StopState {
  readonly generation: Generation;
  readonly by: string;
  readonly waitingFor?: string;
}

/**
 * All that is visible of a thread. It is changed in one place only, `reduce`, which changes it in place:
 * copying a long list for each delta would make a delta cost what the thread is long.
 */
export interface ThreadState {
  readonly threadId: ThreadId;
  /** The transcript, oldest first; in a panel possibly only its end, see `earlier`. */
  items: Item[];
  /** How many older items the holder of this state doesn't have. */
  earlier: number;
  queue: readonly QueueItem[];
  /** The queue waits for a person: the last run failed, or the first one in it was refused. */
  queuePaused: boolean;
  /** Open questions, oldest first. */
  dialogs: readonly DialogRequest[];
  run?: { readonly generation: Generation; readonly startedAt: number } | undefined;
  activity?: Activity | undefined;
  stopping?: StopState | undefined;
  session: SessionInfo;
  statuses: Readonly<Record<string, string>>;
  widgets: Readonly<Record<string, Widget>>;
  workingMessage?: string | undefined;
}

/** A state as it travels, complete at `seq`. Feeds of different `epoch` have unrelated numbers. */
export interface Snapshot {
  readonly epoch: string;
  readonly seq: Seq;
  readonly status: ThreadStatus;
  readonly state: ThreadState;
}

export function emptyThread(threadId: ThreadId, session: Partial<SessionInfo> = {}): ThreadState {
  return {
    threadId,
    items: [],
    earlier: 0,
    queue: [],
    queuePaused: false,
    dialogs: [],
    session: { title: '', folder: '', commands: [], ...session },
    statuses: {},
    widgets: {},
  };
}

/** Index of an item, or -1. Looks from the end, where whatever changes is. */
export function indexOfItem(items: readonly Item[], id: ItemId): number {
  return items.findLastIndex((item) => item.id === id);
}
