import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Older Nodes, which may start the first script, have another name for it. @param {import('node:fs').Dirent} entry */
function parentOf(entry) {
  return entry.parentPath ?? /** @type {{path?: string}} */ (entry).path;
}

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
    .map((entry) => join(parentOf(entry), entry.name).replaceAll('\\', '/'))
    .sort();
}
