import { readlink, realpath, stat } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { codeOf } from './errors';
import { refuseNetworkPath } from './networkPaths';

/** The number of links that a file system follows. */
const maxLinks = 40;

/** A path with all of its links resolved. */
export interface FollowedPath {
  readonly target: string;
  /** The links on the way, each without links before it. */
  readonly links: readonly string[];
}

/**
 * Resolves every symbolic link on the way, also a link to a file that doesn't exist yet. Rejects when the file can't be
 * determined, and for a link to a network path, without a look at that place.
 * @param path absolute
 */
export async function followPath(path: string): Promise<FollowedPath> {
  const links: string[] = [];
  let at = parse(path).root;
  let names = namesIn(path.slice(at.length));
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = resolve(at, name);
    const link = await readlink(next).catch(() => undefined);
    if (link === undefined) {
      at = next;
      continue;
    }
    links.push(next);
    if (links.length > maxLinks) throw new Error('There are too many symbolic links.');
    refuseNetworkPath(link, [at]);
    const root = isAbsolute(link) ? parse(link).root : '';
    if (root !== '') at = root;
    names = [...namesIn(link.slice(root.length)), ...names];
  }
  try {
    // Also finds the case of the name on disk, and short names.
    return { target: await realpath(path), links };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    return { target: at, links };
  }
}

function namesIn(path: string): string[] {
  return path.split(sep === '/' ? '/' : /[\\/]/).filter((name) => name !== '' && name !== '.');
}

/** Returns the file that is written when `path` is. Rejects as `followPath` does. */
export async function realTarget(path: string): Promise<string> {
  return (await followPath(path)).target;
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
