import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThreadId } from '../../protocol/ids';
import { codeOf } from '../base/errors';

/** Returns the names of all session files in a folder. A missing folder has none. */
export async function sessionFileNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.jsonl'));
}

/** Returns the thread id at the end of a session file's name. */
export function idInName(name: string): ThreadId {
  return name.replace(/\.jsonl$/, '').replace(/^.*_/, '');
}

/** Returns a session's newest file. Skips empty files, which a crash leaves and pi would give another id. */
export async function findSessionFile(folder: string, threadId: ThreadId): Promise<string | undefined> {
  const names = (await sessionFileNames(folder)).filter((name) => idInName(name) === threadId);
  for (const name of names.sort().reverse()) {
    const file = join(folder, name);
    const stats = await stat(file);
    if (stats.isFile() && stats.size > 0) return file;
  }
  return undefined;
}
