import { chmod, copyFile, lstat, mkdir, readlink, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { constants, type Stats } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../base/errors';
import { type BlobStore, hashOf } from './blobStore';
import type { PathState } from './changeRecord';

/** Permission bits of a file. */
const modeBits = 0o7777;

/** Returns what is at a path, and stores the content of a file. Rejects when the content can't be stored, as on a full disk. */
export function keepState(path: string, blobs: BlobStore): Promise<PathState> {
  return describe(path, blobs.limits.maxFileBytes, () => blobs.keepFile(path));
}

/** Returns what is at a path, without storing anything. */
export function stateAt(path: string, maxBytes = Infinity): Promise<PathState> {
  return describe(path, maxBytes, async (size) => ({ hash: await hashOf(path), size }));
}

/** @param read returns the hash and the size of the file's content */
async function describe(
  path: string,
  maxBytes: number,
  read: (size: number) => Promise<{ readonly hash: string; readonly size: number }>,
): Promise<PathState> {
  const stats = await statsOf(path);
  if (stats === undefined) return { kind: 'absent' };
  if (stats === 'unreadable') return { kind: 'unkept', why: 'unreadable' };
  if (stats.isSymbolicLink()) return { kind: 'link', target: await readlink(path) };
  if (!stats.isFile()) return { kind: 'unkept', why: 'special' };
  if (stats.size > maxBytes) return { kind: 'unkept', why: 'too-large' };
  try {
    return { kind: 'file', ...(await read(stats.size)), mode: stats.mode & modeBits };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'absent' };
    if (['EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return { kind: 'unkept', why: 'unreadable' };
    throw error;
  }
}

/**
 * Makes a path what a state says: content, mode, link or absence. A reader sees the old or the new content, never a part.
 * Rejects with the file system's error; the path is unchanged then.
 */
export async function restoreState(path: string, state: PathState, blobs: BlobStore): Promise<void> {
  switch (state.kind) {
    case 'absent':
      return removePath(path);
    case 'link':
      await mkdir(dirname(path), { recursive: true });
      return replace(path, (temporary) => symlink(state.target, temporary));
    case 'file':
      await mkdir(dirname(path), { recursive: true });
      return replace(path, async (temporary) => {
        await copyFile(
          blobs.pathOf(state.hash),
          temporary,
          constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE,
        );
        await chmod(temporary, state.mode);
      });
    case 'unkept':
      throw new Error('The content is not kept.');
  }
}

/** Removes those of the folders that are empty, the innermost first. */
export async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    // Another file may be in there, or the folder may be gone.
    await rmdir(folder).catch(() => undefined);
  }
}

/** Returns the folders above a path that don't exist, outermost first. */
export async function missingFolders(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if ((await statsOf(folder)) !== undefined) break;
    missing.unshift(folder);
  }
  return missing;
}

/**
 * Returns the folders above a path that were made since a time, from the outermost. Folders have no record in Git, and some
 * file systems don't say when a folder was made: those folders are left out.
 */
export async function foldersMadeSince(path: string, since: number): Promise<string[]> {
  const made: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const stats = await statsOf(folder);
    if (stats === undefined || stats === 'unreadable' || stats.birthtimeMs < since) break;
    made.unshift(folder);
  }
  return made;
}

async function replace(path: string, make: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await make(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function removePath(path: string): Promise<void> {
  const stats = await statsOf(path);
  // A folder may hold files of the user's.
  if (stats !== undefined && stats !== 'unreadable' && stats.isDirectory()) return rmdir(path);
  await rm(path, { force: true });
}

async function statsOf(path: string): Promise<Stats | 'unreadable' | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '') ? undefined : 'unreadable';
  }
}
