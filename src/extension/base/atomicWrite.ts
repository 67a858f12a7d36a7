import { randomUUID } from 'node:crypto';
import { chmod, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './errors';

/**
 * Writes a file atomically: a reader sees the complete old or the complete new content, even after a crash. Follows
 * symbolic links and keeps the mode of an existing file, unless `ownerOnly` makes the file readable for its owner alone.
 * Rejects with the file system's error.
 */
export async function atomicWrite(
  path: string,
  content: string,
  { ownerOnly = false }: { readonly ownerOnly?: boolean } = {},
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const before = await stat(target).catch(() => undefined);
  const mode = ownerOnly ? 0o600 : before?.mode;
  // A pipe or a device can't be replaced.
  if (before !== undefined && !before.isFile()) return writeFile(target, content);
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    // The umask has changed the mode that was given to `open`.
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    // The file may be writable in a read-only folder.
    if (before === undefined || !['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
    await writeFile(target, content);
  }
}
