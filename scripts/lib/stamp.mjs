import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Returns a hash of the contents of files, which shows whether their build is still current.
 * It uses contents instead of times, because a clone or a change of branch changes times.
 * @param {string[]} files
 * @param {string} flavour other input of the build
 */
export async function stampOf(files, flavour) {
  const hash = createHash('sha256').update(flavour);
  for (const file of files) hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}

/** Returns the stamp in a file, or undefined. @param {string} file */
export async function readStamp(file) {
  return readFile(file, 'utf8').catch(() => undefined);
}

/** @param {string} file @param {string} stamp */
export async function writeStamp(file, stamp) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, stamp);
}
