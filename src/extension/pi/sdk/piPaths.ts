import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** pi's folder of a person's settings, keys and sessions, found as pi finds it. */
export function agentFolder(env: NodeJS.ProcessEnv = process.env): string {
  const set = env['PI_CODING_AGENT_DIR'];
  return set === undefined || set === '' ? join(homedir(), '.pi', 'agent') : fromHome(set);
}

/**
 * The folder of the session files of one working folder: where a person has told pi to keep all of them, else one of its
 * own, named as pi names it.
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
    // Settings that can't be read are told of where they are used.
    return undefined;
  }
}

function fromHome(path: string): string {
  if (path === '~') return homedir();
  return /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path;
}
