import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { wayInto } from './paths';

/** A file with instructions for the model that isn't used, and the reason. */
export interface SkippedPromptFile {
  readonly path: string;
  readonly why: 'untrusted' | 'writable-by-others';
}

/**
 * Splits the files with instructions for the model, such as AGENTS.md, into used and skipped ones. Files of pi's own
 * folder are always used. Other files are not used in an untrusted folder, and files of parent folders only if no other
 * user can write them.
 */
export function promptFiles<F extends { readonly path: string }>(
  files: readonly F[],
  place: { readonly folder: string; readonly agentDir: string; readonly trusted: boolean },
): { readonly used: F[]; readonly skipped: readonly SkippedPromptFile[] } {
  const used: F[] = [];
  const skipped: SkippedPromptFile[] = [];
  for (const file of files) {
    const why = reasonToSkip(file.path, place);
    if (why === undefined) used.push(file);
    else skipped.push({ path: file.path, why });
  }
  return { used, skipped };
}

function reasonToSkip(
  path: string,
  {
    folder,
    agentDir,
    trusted,
  }: { readonly folder: string; readonly agentDir: string; readonly trusted: boolean },
): SkippedPromptFile['why'] | undefined {
  const target = realName(path);
  if (target !== undefined && wayInto(realName(agentDir) ?? resolve(agentDir), target) !== undefined)
    return undefined;
  if (!trusted || target === undefined) return 'untrusted';
  if (wayInto(realName(folder) ?? resolve(folder), target) !== undefined) return undefined;
  return isWritableByOthers(target) || isWritableByOthers(dirname(target)) ? 'writable-by-others' : undefined;
}

function realName(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether other users can write a file. Windows has no mode bits; parent folders there belong to the user or
 * administrator.
 */
function isWritableByOthers(path: string): boolean {
  if (process.platform === 'win32') return false;
  const { mode, uid } = statSync(path);
  const own = uid === process.getuid?.() || uid === 0;
  return !own || (mode & 0o002) !== 0;
}
