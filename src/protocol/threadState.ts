import type { DialogRequest } from './dialog';
import type { Generation, ItemId, Seq, ThreadId } from './ids';
import type { Item } from './item';
import type { Activity, QueueItem } from './observation';
import type { SessionInfo, Widget } from './session';

/** The run's status according to the host. */
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
 * The visible state of a thread. Only `reduce` changes it, in place: copying a long list for each delta would make the
 * cost of a delta grow with the thread.
 */
export interface ThreadState {
  readonly threadId: ThreadId;
  /** The transcript, oldest first. A panel may have only its end, see `earlier`. */
  items: Item[];
  /** The number of older items that this state doesn't include. */
  earlier: number;
  queue: readonly QueueItem[];
  /** The queue waits for the user: the last run failed, or the first prompt was refused. */
  queuePaused: boolean;
  /** Open questions, oldest first. */
  dialogs: readonly DialogRequest[];
  run?: { readonly generation: Generation; readonly startedAt: number } | undefined;
  activity?: Activity | undefined;
  stopping?: StopState | undefined;
  session: SessionInfo;
  /** The ids of changes that the user has undone. */
  undone: readonly string[];
  statuses: Readonly<Record<string, string>>;
  widgets: Readonly<Record<string, Widget>>;
  workingMessage?: string | undefined;
}

/** A state in a message, complete at `seq`. Feeds of different `epoch` have unrelated numbers. */
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
    undone: [],
    session: { title: '', folder: '', commands: [], ...session },
    statuses: {},
    widgets: {},
  };
}

/** Returns the index of an item, or -1. Searches from the end, where items change. */
export function indexOfItem(items: readonly Item[], id: ItemId): number {
  return items.findLastIndex((item) => item.id === id);
}
