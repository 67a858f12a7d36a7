import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf } from '../base/errors';

/** The number of links that a file system follows. */
const maxLinks = 40;

/**
 * Returns the file that a write to `path` changes. Resolves all symbolic links, even to a file that doesn't exist yet.
 * Rejects when the file is unclear.
 * @param path an absolute path
 */
export async function realTarget(path: string, links = 0): Promise<string> {
  if (links > maxLinks) throw new Error('There are too many symbolic links.');
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
  }
  const folder = dirname(path);
  if (folder === path) return path;
  const parent = await realTarget(folder, links);
  const here = join(parent, basename(path));
  const isLink = await lstat(here).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
  return isLink ? realTarget(resolve(parent, await readlink(here)), links + 1) : here;
}

/** Returns the names between a folder and a path below it, or nothing for any other path. */
export function wayInto(folder: string, path: string): readonly string[] | undefined {
  const way = relative(folder, path);
  if (way === '') return [];
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way.split(sep);
}

/** Returns whether a resolved path is in or equal to one of these folders. Rejects when a folder can't be read. */
export async function isInside(target: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) if (wayInto(await realTarget(folder), target) !== undefined) return true;
  return false;
}

/** Returns all real paths of the user's home folder. */
export async function homeFolders(): Promise<readonly string[]> {
  const names = new Set([resolve(homedir())]);
  try {
    names.add(resolve(userInfo().homedir));
  } catch {
    // A user without an entry in the system's list has only the home folder of the environment.
  }
  const targets = await Promise.all([...names].map((name) => realTarget(name).catch(() => name)));
  return [...new Set([...names, ...targets])];
}

/** Characters that some file systems and displays omit from a name. */
const ignored = /[\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Returns a name as the most lenient file system compares it: without case, compatibility forms, omitted characters,
 * stream names, and dots and spaces at the end.
 */
export function plainName(name: string): string {
  const plain = name.normalize('NFKC').replace(ignored, '').toLowerCase().normalize('NFKC');
  return plain.replace(/:.*$/s, '').replace(/(?<=[^. ])[. ]+$/, '') || plain;
}

/** Returns a path for the user: relative to the thread's folder if the path is inside. */
export function shownPath(file: string, folder: string): string {
  const way = relative(folder, file);
  return way === '' || way.startsWith('..') || isAbsolute(way) ? file : way;
}

/** Rejects for a pipe or a device, because reading one may never end and can't be aborted. */
export async function refuseSpecialFile(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return;
  throw new Error(`${path} is a pipe or a device, not a file.`);
}
