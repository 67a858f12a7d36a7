import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { yieldToEventLoop } from '../../base/yield';
import { setSwitches } from './environment';

/** The exports of pi's bundle. */
export type Pi = typeof import('./bundle');

/** Returns a function that loads pi at its first call. A failed load is retried at the next call. */
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
  // pi reads some of the switches while it is imported.
  setSwitches();
  // The import of the whole bundle would block the extension host.
  for (const part of await partsIn(folder)) {
    await importFile(join(folder, part));
    await yieldToEventLoop();
  }
  return (await importFile(join(folder, 'pi.js'))) as Pi;
}

/** Imports by a computed name, which the bundler of the extension's main leaves alone. */
function importFile(file: string): Promise<unknown> {
  return import(pathToFileURL(file).href);
}

/** Returns the files of the bundle in the order that the build has computed. */
async function partsIn(folder: string): Promise<readonly string[]> {
  const order: unknown = JSON.parse(await readFile(join(folder, 'order.json'), 'utf8'));
  return Array.isArray(order) ? order.filter((name) => typeof name === 'string') : [];
}
