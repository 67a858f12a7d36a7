import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsManager } from '@earendil-works/pi-coding-agent';
import type { Pi } from './loadPi';
import { isRecord } from '../../base/guards';
import { codeOf } from '../../base/errors';

/**
 * pi's settings as a person's files say them, those of the workspace only while it is trusted. What pi would write
 * there on its own account stays in memory.
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
        use(scope === 'global' ? quiet(content) : content);
      },
    },
    { projectTrusted: options.trusted },
  );
  // For settings that can't be read.
  settings.setCacheWarmingMode('off');
  return settings;
}

/** Requests that keep a provider's cache warm cost money while nobody works. */
function quiet(content: string | undefined): string | undefined {
  try {
    const settings: unknown = JSON.parse(content === undefined ? '{}' : content.replace(/^\ufeff/, ''));
    return isRecord(settings) ? JSON.stringify({ ...settings, cacheWarming: 'off' }) : content;
  } catch {
    // pi says what is wrong with it.
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
