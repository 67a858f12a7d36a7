import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsManager } from '@earendil-works/pi-coding-agent';
import type { Pi } from './loadPi';
import { isRecord } from '../../base/guards';
import { codeOf } from '../../base/errors';

/**
 * Returns pi's settings of the user, and of the workspace while it is trusted. Changes by pi stay in memory and never
 * reach the files.
 */
export function readOnlySettings(
  pi: Pi,
  options: { readonly agentDir: string; readonly folder: string; readonly trusted: boolean },
): SettingsManager {
  const files = {
    global: join(options.agentDir, 'settings.json'),
    project: join(options.folder, '.pi', 'settings.json'),
  };
  const settings = pi.SettingsManager.fromStorage(
    {
      withLock: (scope, use) => {
        const content = readIfThere(files[scope]);
        use(scope === 'global' ? withoutCacheWarming(content) : content);
      },
    },
    { projectTrusted: options.trusted },
  );
  // The files may be unreadable.
  settings.setCacheWarmingMode('off');
  return settings;
}

/** Turns cache warming off: its requests cost money while the user doesn't work. */
function withoutCacheWarming(content: string | undefined): string | undefined {
  try {
    const settings: unknown = JSON.parse(content === undefined ? '{}' : content.replace(/^\ufeff/, ''));
    return isRecord(settings) ? JSON.stringify({ ...settings, cacheWarming: 'off' }) : content;
  } catch {
    // pi reports the error.
    return content;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
