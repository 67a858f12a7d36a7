import { open, stat } from 'node:fs/promises';
import type { SessionManager } from '@earendil-works/pi-coding-agent';
import type { Item } from '../../../protocol/item';
import type { ExternalChanges } from '../../core/ports/runtime';
import { itemsFromFile } from '../../sessionFiles/itemsFromFile';
import { parseLine, recordEntry, type Entry } from '../../sessionFiles/entries';

/**
 * Reads what another program has added to the file of a live session. pi locks no file and reads it once, so the turns
 * of one side would otherwise end up on a branch that no one sees.
 */
export class ExternalChangeReader {
  /** All records before this offset are in the session. */
  private knownBytes: number | undefined;

  constructor(
    private readonly manager: SessionManager,
    private readonly folder: string,
  ) {}

  /** Marks the whole file as known, right after the session has read it. */
  async begin(): Promise<void> {
    this.knownBytes = await this.size();
  }

  /** Returns the items in the file that the session doesn't have. Rejects when the file can't be read. */
  async read(): Promise<ExternalChanges | undefined> {
    const file = this.manager.getSessionFile();
    const size = await this.size();
    if (file === undefined || size === this.knownBytes) return undefined;
    const from = size < (this.knownBytes ?? 0) ? 0 : (this.knownBytes ?? 0);
    const tail = await read(file, from, size);
    // The other program may still be writing the last line.
    const complete = tail.subarray(0, tail.lastIndexOf(0x0a) + 1);
    const added: Entry[] = [];
    for (const line of complete.toString('utf8').split('\n')) {
      const record = this.isKnown(line) ? undefined : parseLine(line);
      if (record === undefined || record['type'] === 'session') continue;
      const entry = recordEntry(record, added.at(-1), added.length);
      if (this.manager.getEntry(entry.id) === undefined) added.push(entry);
    }
    if (added.length === 0) {
      this.knownBytes = from + complete.length;
      return undefined;
    }
    const items: readonly Item[] = itemsFromFile(added, this.folder);
    return { items, diverged: added[0]?.parentId !== (this.manager.getLeafId() ?? undefined) };
  }

  /** Returns whether the session has this record. Looks only for an id near the start, without parsing the line. */
  private isKnown(line: string): boolean {
    const id = /"id":"([^"]+)"/.exec(line.slice(0, 200))?.[1];
    return line === '' || (id !== undefined && this.manager.getEntry(id) !== undefined);
  }

  private async size(): Promise<number> {
    const file = this.manager.getSessionFile();
    if (file === undefined) return 0;
    return stat(file).then(
      (stats) => stats.size,
      () => 0,
    );
  }
}

async function read(file: string, from: number, to: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const buffer = Buffer.alloc(to - from);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
