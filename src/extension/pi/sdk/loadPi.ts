import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { yieldToEventLoop } from '../../base/yield';
import { setSwitches } from './environment';

/** What the bundle of pi offers. */
export type Pi = typeof import('./bundle');

/** Loads pi at the first call and gives the same to each later one; a failed load may be tried again. */
export function piLoader(extensionPath: string): () => Promise<Pi> {
  let loading: Promise<Pi> | undefined;
  return () => {
    loading ??= load(join(extensionPath, 'dist', 'pi')).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function load(folder: string): Promise<Pi> {
  // pi reads some of them while it is imported.
  setSwitches();
  // Part by part, with a breath between, in which the extension host can do what else there is.
  for (const part of await partsIn(folder)) {
    await importFile(join(folder, part));
    await yieldToEventLoop();
  }
  return (await importFile(join(folder, 'pi.js'))) as Pi;
}

/** Not a literal, so that the bundler of the extension's main leaves the import alone. */
function importFile(file: string): Promise<unknown> {
  return import(pathToFileURL(file).href);
}

/** The files of the bundle in the order in which the build says that they are loaded best. */
async function partsIn(folder: string): Promise<readonly string[]> {
  const order: unknown = JSON.parse(await readFile(join(folder, 'order.json'), 'utf8'));
  return Array.isArray(order) ? order.filter((name) => typeof name === 'string') : [];
}
