import { realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { wayInto } from '../base/paths';

/** A file with instructions for the model outside the thread's folder, and whether pi uses the file. */
export interface ParentPromptFile {
  readonly path: string;
  readonly isUsed: boolean;
}

interface Place {
  readonly folder: string;
  readonly agentDir: string;
  readonly trusted: boolean;
}

/**
 * Splits the files with instructions for the model, such as AGENTS.md, into used and skipped ones. Files of pi's own
 * folder are always used. Other files are not used in an untrusted folder, and files of parent folders only if no other
 * user can write them.
 */
export function promptFiles<F extends { readonly path: string }>(
  files: readonly F[],
  place: Place,
): { readonly used: F[]; readonly fromParents: readonly ParentPromptFile[] } {
  const used: F[] = [];
  const fromParents: ParentPromptFile[] = [];
  for (const file of files) {
    const origin = originOf(file.path, place);
    const isUsed =
      origin === 'own' ||
      (place.trusted && (origin === 'folder' || (origin === 'parent' && isUsersAlone(file.path))));
    if (isUsed) used.push(file);
    if (place.trusted && origin === 'parent') fromParents.push({ path: file.path, isUsed });
  }
  return { used, fromParents };
}

function originOf(path: string, { folder, agentDir }: Place): 'own' | 'folder' | 'parent' | 'unknown' {
  const target = realName(path);
  if (target === undefined) return 'unknown';
  const own = realName(agentDir) ?? resolve(agentDir);
  const workspace = realName(folder) ?? resolve(folder);
  const leadsIntoWorkspace = wayInto(workspace, target) !== undefined;
  // The user may keep the file elsewhere and link to it.
  const isOwnLink =
    wayInto(own, join(realName(dirname(path)) ?? '/', 'x')) !== undefined && !leadsIntoWorkspace;
  if (wayInto(own, target) !== undefined || (isOwnLink && isUsersAlone(target))) return 'own';
  return leadsIntoWorkspace ? 'folder' : 'parent';
}

function realName(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Whether only the user and the system's administrator can change or replace a file. Windows has no such mode bits; its
 * folders above a workspace are the user's or the administrator's.
 */
function isUsersAlone(path: string): boolean {
  if (process.platform === 'win32') return true;
  const target = realpathSync(path);
  const folder = dirname(target);
  if (isWritableByOthers(target) || isWritableByOthers(folder)) return false;
  // In a sticky folder, others can't rename what isn't theirs.
  for (let at = dirname(folder), below = folder; at !== below; below = at, at = dirname(at)) {
    if (isWritableByOthers(at) && (statSync(at).mode & 0o1000) === 0) return false;
    if (!isOwned(at)) return false;
  }
  return true;
}

function isWritableByOthers(path: string): boolean {
  const { mode, uid, gid } = statSync(path);
  // Many systems give each user a group of the same number with no other member.
  const others = gid === uid ? 0o002 : 0o022;
  return !isOwned(path) || (mode & others) !== 0;
}

function isOwned(path: string): boolean {
  const { uid } = statSync(path);
  return uid === process.getuid?.() || uid === 0;
}
