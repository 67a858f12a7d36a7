import { resolve } from 'node:path';
import { linkedReason } from './linkedPaths';
import { homeFolders, isInside, plainName, realTarget, wayInto } from './paths';
import { reasonOfName, type SensitiveReason } from './sensitiveFiles';

export interface PathScope {
  /** Links resolved. */
  readonly target: string;
  readonly inside: boolean;
  /** The reason why changing the file does more than the change says, if there is one. */
  readonly sensitive: SensitiveReason | undefined;
}

/** Folders outside of the workspace that are never ordinary files. */
export interface UserFolders {
  /** pi's folder of settings, keys and extensions. */
  readonly agentDir?: string;
  /** VS Code's folders of user settings and of extensions. */
  readonly editorFolders?: readonly string[];
}

/**
 * Returns where a file lies relative to the workspace's folders, by real paths and by the name as given. Rejects when
 * that can't be determined.
 */
export async function scopeOf(
  path: string,
  folders: readonly string[],
  userFolders: UserFolders = {},
): Promise<PathScope> {
  const target = await realTarget(path);
  const inside = await isInside(target, folders);
  return { target, inside, sensitive: await reasonOf(resolve(path), target, folders, userFolders) };
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

/** Folders of the home folder that programs read as hidden ones, by system. */
const hiddenHere: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['library'],
  win32: ['appdata'],
};

/** Hidden folders in which a workspace is no project but the user's own settings. */
const settingsFolders = new Set(['.config', '.local', '.ssh', '.gnupg', 'library', 'appdata']);

/** Names between the home folder and a workspace from which on a workspace in a hidden folder is a project. */
const projectDepth = 3;

async function isHidden(target: string, folders: readonly string[]): Promise<boolean> {
  for (const home of await homeFolders()) {
    const way = wayInto(home, target);
    const first = plainName(way?.[0] ?? '');
    if (!first.startsWith('.') && hiddenHere[process.platform]?.includes(first) !== true) continue;
    // Some tools keep their worktrees in a hidden folder.
    const isProject = folders.some((folder) => {
      const deep = (wayInto(home, folder) ?? []).length >= projectDepth;
      return deep && !settingsFolders.has(first) && wayInto(folder, target) !== undefined;
    });
    if (!isProject) return true;
  }
  return false;
}
