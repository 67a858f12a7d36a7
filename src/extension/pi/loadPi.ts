import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the bundle of pi offers. */
export type Pi = typeof import('./bundle');

/**
 * Switches that pi reads from the environment. A person's own value stays.
 * They keep pi from downloading tools and packages and from reporting an installation that is not its own.
 */
const switches: Readonly<Record<string, string>> = {
  PI_OFFLINE: '1',
  PI_SKIP_VERSION_CHECK: '1',
  PI_TELEMETRY: '0',
};

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
  for (const [name, value] of Object.entries(switches)) process.env[name] ??= value;
  // Not a literal, so that the bundler of the extension's main leaves the import alone.
  return (await import(pathToFileURL(file).href)) as Pi;
}
