import type { SessionInfo } from '../../../protocol/session';
import type { ThreadId } from '../../../protocol/ids';
import type { Item } from '../../../protocol/item';

/** The content of a session file, read without a runtime. */
export interface StoredThread {
  readonly items: readonly Item[];
  readonly session: Partial<SessionInfo>;
  /** The ids of changes that are undone. */
  readonly undone?: readonly string[];
}

export interface StoredThreadRow {
  readonly threadId: ThreadId;
  readonly title: string;
  readonly changedAt: number;
  readonly problem?: string;
}

/** Session files, read without running extension code. */
export interface StoredThreads {
  /** Returns undefined for a thread without a file. Rejects with an error for the user when the file can't be read. */
  read(threadId: ThreadId): Promise<StoredThread | undefined>;
  /** Returns all threads, the newest first. */
  list(): Promise<readonly StoredThreadRow[]>;
}

/** The storage of saved drafts. */
export interface DraftStore {
  load(key: string): Promise<unknown>;
  save(key: string, value: unknown): Promise<void>;
  /** Returns the keys of all saved drafts. */
  keys(): Promise<readonly string[]>;
}
