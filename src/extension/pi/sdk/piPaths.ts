import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Returns pi's folder of the user's settings, keys and sessions, by pi's own rules. */
export function agentFolder(env: NodeJS.ProcessEnv = process.env): string {
  const set = env['PI_CODING_AGENT_DIR'];
  return set === undefined || set === '' ? join(homedir(), '.pi', 'agent') : fromHome(set);
}

/**
 * Returns the folder of the session files of a working folder: the one folder for all sessions if the user has set it,
 * otherwise a folder with pi's name for the working folder.
 */
export async function sessionFolder(
  agentDir: string,
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const set = env['PI_CODING_AGENT_SESSION_DIR'] ?? (await settingOf(agentDir));
  if (set !== undefined && set !== '') return resolve(fromHome(set));
  const name = resolve(folder)
    .replace(/^[/\\]/, '')
    .replace(/[/\\:]/g, '-');
  return join(resolve(agentDir), 'sessions', `--${name}--`);
}

async function settingOf(agentDir: string): Promise<string | undefined> {
  try {
    const settings: unknown = JSON.parse(await readFile(join(agentDir, 'settings.json'), 'utf8'));
    if (typeof settings !== 'object' || settings === null || !('sessionDir' in settings)) return undefined;
    return typeof settings.sessionDir === 'string' ? settings.sessionDir : undefined;
  } catch {
    // readOnlySettings reports settings that can't be read.
    return undefined;
  }
}

function fromHome(path: string): string {
  if (path === '~') return homedir();
  return /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path;
}
