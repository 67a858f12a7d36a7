import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThreadId } from '../../protocol/ids';
import { codeOf } from '../base/errors';

/** The names of all session files in a folder; none when there is no such folder. */
export async function sessionFileNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.jsonl'));
}

/** The id that a session file's name ends in, behind the time of its making. */
export function idInName(name: string): ThreadId {
  return name.replace(/\.jsonl$/, '').replace(/^.*_/, '');
}

/** The newest file of a session that has something in it. An empty one is a crash's: pi would give it another id. */
export async function findSessionFile(folder: string, threadId: ThreadId): Promise<string | undefined> {
  const names = (await sessionFileNames(folder)).filter((name) => idInName(name) === threadId);
  for (const name of names.sort().reverse()) {
    const file = join(folder, name);
    const stats = await stat(file);
    if (stats.isFile() && stats.size > 0) return file;
  }
  return undefined;
}
