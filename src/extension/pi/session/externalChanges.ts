import { open, stat } from 'node:fs/promises';
import type { SessionManager } from '@earendil-works/pi-coding-agent';
import type { Item } from '../../../protocol/item';
import type { ExternalChanges } from '../../core/ports/runtime';
import { itemsFromFile } from '../../sessionFiles/itemsFromFile';
import { parseLine, recordEntry, type Entry } from '../../sessionFiles/entries';

/**
 * Watches a live session's file for what another program adds to it: pi locks no file, and a session goes on from what it
 * read once, so without this the turns of one side would be left on a branch that nobody sees.
 */
export class ExternalChangeReader {
  /** Up to here every record is this session's own. */
  private known: number | undefined;

  constructor(
    private readonly manager: SessionManager,
    private readonly folder: string,
  ) {}

  /** The session was just read from its file. */
  async begin(): Promise<void> {
    this.known = await this.size();
  }

  /** What is in the file and not in the session, if anything is. Rejects when the file can't be read. */
  async read(): Promise<ExternalChanges | undefined> {
    const file = this.manager.getSessionFile();
    const size = await this.size();
    if (file === undefined || size === this.known) return undefined;
    const from = size < (this.known ?? 0) ? 0 : (this.known ?? 0);
    const tail = await read(file, from, size);
    // The last line may still be on its way.
    const whole = tail.subarray(0, tail.lastIndexOf(0x0a) + 1);
    const added: Entry[] = [];
    for (const line of whole.toString('utf8').split('\n')) {
      const record = this.isOwn(line) ? undefined : parseLine(line);
      if (record === undefined || record['type'] === 'session') continue;
      const entry = recordEntry(record, added.at(-1), added.length);
      if (this.manager.getEntry(entry.id) === undefined) added.push(entry);
    }
    if (added.length === 0) {
      this.known = from + whole.length;
      return undefined;
    }
    const items: readonly Item[] = itemsFromFile(added, this.folder);
    return { items, diverged: added[0]?.parentId !== (this.manager.getLeafId() ?? undefined) };
  }

  /** A record's own id stands near its beginning; most lines need no closer look. */
  private isOwn(line: string): boolean {
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
