import type { SessionInfo } from '../../../protocol/session';
import type { ThreadId } from '../../../protocol/ids';
import type { Item } from '../../../protocol/item';

/** What a session file says, without a runtime. */
export interface StoredThread {
  readonly items: readonly Item[];
  readonly session: Partial<SessionInfo>;
}

export interface StoredThreadRow {
  readonly threadId: ThreadId;
  readonly title: string;
  readonly changedAt: number;
  readonly problem?: string;
}

/** Session files, read without running anybody's code. */
export interface StoredThreads {
  /** Nothing for a thread that has no file yet. Rejects with an error for a person when the file can't be read. */
  read(threadId: ThreadId): Promise<StoredThread | undefined>;
  /** Newest first. */
  list(): Promise<readonly StoredThreadRow[]>;
}

/** Where saved drafts live. */
export interface DraftStore {
  load(key: string): Promise<unknown>;
  save(key: string, value: unknown): Promise<void>;
  /** The keys under which something is saved. */
  keys(): Promise<readonly string[]>;
}
