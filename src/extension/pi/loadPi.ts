import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setSwitches } from './environment';

/** What the bundle of pi offers. */
export type Pi = typeof import('./bundle');

/** Loads pi at the first call and gives the same to each later one; a failed load may be tried again. */
export function piLoader(extensionPath: string): () => Promise<Pi> {
  let loading: Promise<Pi> | undefined;
  return () => {
    loading ??= load(join(extensionPath, 'dist', 'pi', 'pi.js')).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function load(file: string): Promise<Pi> {
  // pi reads some of them while it is imported.
  setSwitches();
  // Not a literal, so that the bundler of the extension's main leaves the import alone.
  return (await import(pathToFileURL(file).href)) as Pi;
}
