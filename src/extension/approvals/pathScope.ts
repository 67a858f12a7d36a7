import { lstat, readlink, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { codeOf } from '../base/errors';

/** As many links as a file system follows. */
const mostLinks = 40;

/**
 * The file that is written when `path` is: every symbolic link on the way is resolved, also one that leads to nothing
 * yet. Rejects when it can't be told.
 * @param path absolute
 */
export async function realTarget(path: string, links = 0): Promise<string> {
  if (links > mostLinks) throw new Error('There are too many symbolic links.');
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

export interface PathScope {
  /** Links resolved. */
  readonly target: string;
  readonly inside: boolean;
  /** Something runs or reads it by itself, so that changing it does more than it says. */
  readonly sensitive: boolean;
}

/** Files by which a repository, an editor or pi itself is told what to run. */
const delicate = new Set(['.git', '.hg', '.svn', '.pi', '.agents', '.vscode', '.idea', '.husky']);

/** Where a file lies towards the workspace's folders. Rejects when it can't be told. */
export async function scopeOf(path: string, folders: readonly string[]): Promise<PathScope> {
  const target = await realTarget(path);
  for (const folder of folders) {
    const way = relative(await realTarget(folder), target);
    if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) continue;
    const names = way.split(sep).map((name) => name.toLowerCase());
    // Without a folder pi works at home, where hidden files are those of shells, keys and programs.
    const hidden = folder === homedir() && names[0]?.startsWith('.') === true;
    return { target, inside: true, sensitive: hidden || names.some((name) => delicate.has(name)) };
  }
  return { target, inside: false, sensitive: false };
}
