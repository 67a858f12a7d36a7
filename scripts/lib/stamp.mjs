import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * One hash over the contents of files, to tell whether something made from them is still good.
 * Contents, not times: a fresh clone or a change of branch touches every time.
 * @param {string[]} files
 * @param {string} flavour what else decides the outcome
 */
export async function stampOf(files, flavour) {
  const hash = createHash('sha256').update(flavour);
  for (const file of files) hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}

/** The stamp kept in a file, or undefined. @param {string} file */
export async function readStamp(file) {
  return readFile(file, 'utf8').catch(() => undefined);
}

/** @param {string} file @param {string} stamp */
export async function writeStamp(file, stamp) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, stamp);
}
