import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Older versions of Node.js, which may run the first script, have `path` instead of `parentPath`. @param {import('node:fs').Dirent} entry */
function parentOf(entry) {
  return entry.parentPath ?? /** @type {{path?: string}} */ (entry).path;
}

/**
 * Returns every file below a folder whose name is accepted, sorted, with `/` as separator on every platform.
 * Returns no files if the folder doesn't exist.
 * @param {string} folder
 * @param {(name: string) => boolean} accept
 * @returns {string[]}
 */
export function listFiles(folder, accept) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && accept(entry.name))
    .map((entry) => join(parentOf(entry), entry.name).replaceAll('\\', '/'))
    .sort();
}
