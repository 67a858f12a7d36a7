import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThreadId } from '../../protocol/ids';
import { atomicWrite } from '../base/atomicWrite';
import { BlobStore, type StoreLimits } from './blobStore';
import {
  parseChangeRecord,
  parseUndoOperations,
  type ChangeRecord,
  type UndoOperation,
} from './changeRecord';

/** The records of changes by thread, with the contents that they need, in one folder of Enso's storage. */
export class ChangeStore {
  readonly blobs: BlobStore;

  constructor(
    private readonly folder: string,
    limits?: StoreLimits,
  ) {
    this.blobs = new BlobStore(join(folder, 'contents'), limits);
  }

  /** Saves a record before the change is made, so that no end of the process loses what was there. */
  async save(threadId: ThreadId, record: ChangeRecord): Promise<void> {
    const folder = this.threadFolder(threadId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await atomicWrite(join(folder, `${record.id}.json`), JSON.stringify(record), { ownerOnly: true });
  }

  /** Returns a record; nothing for one that was pruned or is damaged. */
  async record(threadId: ThreadId, id: string): Promise<ChangeRecord | undefined> {
    // Ids come from session files, which anyone may have written.
    if (!/^[\w-]{1,64}$/.test(id)) return undefined;
    return parseChangeRecord(await readJson(join(this.threadFolder(threadId), `${id}.json`)));
  }

  /** Forgets a change that wasn't made after all. */
  async remove(threadId: ThreadId, id: string): Promise<void> {
    await rm(join(this.threadFolder(threadId), `${id}.json`), { force: true });
  }

  /** Returns the undo operations of a thread that no redo has reverted, oldest first. */
  async operations(threadId: ThreadId): Promise<readonly UndoOperation[]> {
    return parseUndoOperations(await readJson(this.operationsFile(threadId)));
  }

  async saveOperations(threadId: ThreadId, operations: readonly UndoOperation[]): Promise<void> {
    await mkdir(this.threadFolder(threadId), { recursive: true, mode: 0o700 });
    await atomicWrite(this.operationsFile(threadId), JSON.stringify(operations), { ownerOnly: true });
  }

  /** Deletes contents and records that are too old, and contents beyond the bound, if it is time. Never rejects. */
  async prune(now: number): Promise<void> {
    if (!this.blobs.needsPruning) return;
    await this.blobs.prune(now);
    const threads = join(this.folder, 'threads');
    for (const thread of await readdir(threads).catch(() => [])) {
      for (const name of await readdir(join(threads, thread)).catch(() => [])) {
        const file = join(threads, thread, name);
        const stats = await stat(file).catch(() => undefined);
        if (stats !== undefined && now - stats.mtimeMs > this.blobs.limits.maxAgeMs)
          await rm(file, { force: true }).catch(() => undefined);
      }
    }
  }

  private threadFolder(threadId: ThreadId): string {
    return join(this.folder, 'threads', encodeURIComponent(threadId).replaceAll('.', '%2E'));
  }

  private operationsFile(threadId: ThreadId): string {
    return join(this.threadFolder(threadId), 'undone.json');
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
