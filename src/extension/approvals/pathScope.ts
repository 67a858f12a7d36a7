import { resolve } from 'node:path';
import { linkedReason } from './linkedPaths';
import { refuseNetworkPath } from '../base/networkPaths';
import { followPath, homeFolders, isInside, plainName, realTarget, wayInto } from '../base/paths';
import { reasonOfName, type SensitiveReason } from './sensitiveFiles';

export interface PathScope {
  /** The path with links resolved. */
  readonly target: string;
  /** All names of the file: the path as given, the links on the way, and the target. */
  readonly names: readonly string[];
  readonly inside: boolean;
  /** The reason why a change of the file can have further effects, if there is one. */
  readonly sensitive: SensitiveReason | undefined;
}

/** Folders outside the workspace whose files are always sensitive. */
export interface UserFolders {
  /** pi's folder with settings, keys and extensions. */
  readonly agentDir?: string;
  /** VS Code's folders with user settings and extensions. */
  readonly editorFolders?: readonly string[];
}

/**
 * Returns a file's scope relative to the workspace's folders, by its real path and by the path as given. Rejects when
 * the scope is unclear.
 */
export async function scopeOf(
  path: string,
  folders: readonly string[],
  userFolders: UserFolders = {},
): Promise<PathScope> {
  refuseNetworkPath(path, folders);
  const { target, links } = await followPath(path);
  const inside = await isInside(target, folders);
  return {
    target,
    names: [path, ...links, target],
    inside,
    sensitive: await reasonOf(resolve(path), target, folders, userFolders),
  };
}

async function reasonOf(
  path: string,
  target: string,
  folders: readonly string[],
  { agentDir, editorFolders = [] }: UserFolders,
): Promise<SensitiveReason | undefined> {
  if (agentDir !== undefined && (await isInside(target, [agentDir]))) return 'pi';
  if (await isInside(target, editorFolders)) return 'user-settings';
  const names = [...folders, ...(await Promise.all(folders.map((folder) => realTarget(folder))))];
  if (await isHidden(target, names)) return 'home';
  for (const folder of names) {
    const reason = reasonOfWay(wayInto(folder, path)) ?? reasonOfWay(wayInto(folder, target));
    if (reason !== undefined) return reason;
  }
  return linkedReason(target, folders);
}

function reasonOfWay(way: readonly string[] | undefined): SensitiveReason | undefined {
  for (const [at, name] of (way ?? []).entries()) {
    const reason = reasonOfName(plainName(name), at === (way?.length ?? 0) - 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Folders of the home folder that count as hidden, by system. */
const hiddenHere: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['library'],
  win32: ['appdata'],
};

/** Hidden folders in which a workspace contains the user's settings rather than a project. */
const settingsFolders = new Set(['.config', '.local', '.ssh', '.gnupg', 'library', 'appdata']);

/** The depth below the home folder at which a workspace in a hidden folder counts as a project. */
const projectDepth = 3;

async function isHidden(target: string, folders: readonly string[]): Promise<boolean> {
  for (const home of await homeFolders()) {
    const way = wayInto(home, target);
    const first = plainName(way?.[0] ?? '');
    if (!first.startsWith('.') && hiddenHere[process.platform]?.includes(first) !== true) continue;
    // Some tools create worktrees in a hidden folder.
    const isProject = folders.some((folder) => {
      const deep = (wayInto(home, folder) ?? []).length >= projectDepth;
      return deep && !settingsFolders.has(first) && wayInto(folder, target) !== undefined;
    });
    if (!isProject) return true;
  }
  return false;
}
