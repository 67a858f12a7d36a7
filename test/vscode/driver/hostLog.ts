import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

function logs(dataFolder: string, accept: (path: string) => boolean): string {
  const folder = join(dataFolder, 'data', 'logs');
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log') && accept(name.replaceAll('\\', '/')))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

/** Returns the log of VS Code's extension hosts in a run, all windows together. */
export function extensionHostLog(dataFolder: string): string {
  return logs(dataFolder, (path) => path.endsWith('/remoteexthost.log'));
}

/** Returns Enso's log channel in a run, all windows together. */
export function ensoLog(dataFolder: string): string {
  return logs(dataFolder, (path) => path.includes('/enso.enso/'));
}
