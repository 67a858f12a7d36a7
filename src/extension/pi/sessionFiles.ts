import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThreadId } from '../../protocol/ids';
import { codeOf } from './words';

/** The file of a session in a folder of session files, found by its name, which ends in its id. */
export async function findSessionFile(folder: string, threadId: ThreadId): Promise<string | undefined> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const name = names.find((candidate) => candidate.endsWith(`_${threadId}.jsonl`));
  return name === undefined ? undefined : join(folder, name);
}

/**
 * Ends a file's last line where a crash left it open, so that the next record gets a line of its own instead of being
 * lost with the torn one.
 */
export async function mendLastLine(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    if (size === 0) return;
    const last = Buffer.alloc(1);
    await handle.read(last, 0, 1, size - 1);
    if (last[0] !== 0x0a) await handle.write('\n', size);
  } finally {
    await handle.close();
  }
}
