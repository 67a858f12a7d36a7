import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every file below a folder whose name passes, sorted, with `/` between the parts on every platform.
 * A folder that isn't there has no files.
 * @param {string} folder
 * @param {(name: string) => boolean} accept
 * @returns {string[]}
 */
export function listFiles(folder, accept) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && accept(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).replaceAll('\\', '/'))
    .sort();
}
