import { randomUUID } from 'node:crypto';
import { chmod, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './errors';

/**
 * Writes a file so that whoever reads it meanwhile sees all of the old or all of the new content. A symbolic link stays
 * one and its target is written; the file's mode stays. Rejects with the file system's error.
 */
export async function atomicWrite(path: string, content: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const before = await stat(target).catch(() => undefined);
  // A pipe or a device must be written where it is.
  if (before !== undefined && !before.isFile()) return writeFile(target, content);
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    const file = await open(temporary, 'wx', before?.mode);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    // The mode given to open passes through the umask.
    if (before !== undefined) await chmod(temporary, before.mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    // The folder may be closed to us while the file isn't.
    if (before === undefined || !['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
    await writeFile(target, content);
  }
}
