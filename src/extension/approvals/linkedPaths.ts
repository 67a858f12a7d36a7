import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isNetworkPath } from '../base/networkPaths';
import { plainName, realTarget, wayInto } from '../base/paths';
import { reasonOfName, type SensitiveReason } from './sensitiveFiles';

/** The target of a link with a sensitive name in the workspace. */
interface LinkedPath {
  readonly target: string;
  readonly reason: SensitiveReason;
}

/** The depth and the number of entries to which sensitive folders are searched for links. */
const maxDepth = 3;
const maxEntries = 4000;

/** Folders with many entries, which are not searched. */
const skipped = new Set(['node_modules', 'objects', 'refs', 'logs', 'lfs', 'worktrees', '.venv', 'venv']);

/** Returns the reason why a file is sensitive because a link with a sensitive name in these folders leads to it. */
export async function linkedReason(
  target: string,
  folders: readonly string[],
): Promise<SensitiveReason | undefined> {
  for (const folder of folders) {
    for (const place of await linkedPaths(folder)) {
      if (wayInto(place.target, target) !== undefined) return place.reason;
    }
  }
  return undefined;
}

async function linkedPaths(folder: string): Promise<readonly LinkedPath[]> {
  const paths: LinkedPath[] = [];
  let left = maxEntries;
  const search = async (at: string, reason: SensitiveReason | undefined, depth: number): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const why = reason ?? reasonOfName(plainName(entry.name), false);
      if (why === undefined || left-- <= 0) continue;
      const path = join(at, entry.name);
      if (entry.isSymbolicLink()) {
        const target = await realTarget(path).catch(() => undefined);
        if (target !== undefined) paths.push({ target, reason: why });
      } else if (entry.isDirectory() && depth < maxDepth && !skipped.has(entry.name)) {
        await search(path, why, depth + 1);
      }
    }
  };
  await search(folder, undefined, 0);
  const hooks = await hooksFolder(folder);
  return hooks === undefined ? paths : [...paths, { target: hooks, reason: 'git' }];
}

/** Returns the folder of a repository's hooks, if the configuration sets one. */
async function hooksFolder(folder: string): Promise<string | undefined> {
  const config = await readFile(join(folder, '.git', 'config'), 'utf8').catch(() => '');
  const named = /^\s*hookspath\s*=\s*"?([^"\r\n#;]+)/im.exec(config)?.[1]?.trim();
  return named === undefined || isNetworkPath(named)
    ? undefined
    : realTarget(resolve(folder, named)).catch(() => undefined);
}
