import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseNetworkPath } from '../../base/networkPaths';
import { followPath, isInside } from '../../base/paths';

/** A file that a model or tool named. */
export interface NamedFile {
  readonly path: string;
  /** Links resolved. */
  readonly target: string;
  /** Whether the file lies in the workspace with its links resolved. */
  readonly inside: boolean;
}

/**
 * Returns the file that a link in a chat names, and nothing if there is no such file. Names on other computers are refused
 * without a look at that place.
 * @param folders the thread's folder first
 */
export async function findNamedFile(
  name: string,
  folders: readonly [string, ...string[]],
): Promise<NamedFile | undefined> {
  for (const candidate of candidates(name)) {
    try {
      refuseNetworkPath(candidate, folders);
      const path = toPath(candidate, folders[0]);
      refuseNetworkPath(path, folders);
      const { target } = await followPath(path);
      if ((await stat(target)).isFile()) return { path, target, inside: await isInside(target, folders) };
    } catch {
      // The next spelling may name a file.
    }
  }
  return undefined;
}

/** Returns the literal name before the decoded one: a file may really be named `100%.md`. */
function candidates(name: string): readonly string[] {
  if (/^file:/i.test(name)) return [name];
  try {
    return [...new Set([name, decodeURIComponent(name)])];
  } catch {
    return [name];
  }
}

function toPath(name: string, folder: string): string {
  if (/^file:/i.test(name)) return fileURLToPath(name);
  if (name.startsWith('~/')) return join(homedir(), name.slice(2));
  return isAbsolute(name) ? resolve(name) : resolve(folder, name);
}
