import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** pi's folder of a person's settings, keys and sessions, found as pi finds it. */
export function agentFolder(env: NodeJS.ProcessEnv = process.env): string {
  const set = env['PI_CODING_AGENT_DIR'];
  if (set === undefined || set === '') return join(homedir(), '.pi', 'agent');
  if (set === '~') return homedir();
  return set.startsWith('~/') || set.startsWith('~\\') ? join(homedir(), set.slice(2)) : set;
}

/** The folder of the session files of one working folder, named as pi names it. */
export function sessionFolder(agentDir: string, folder: string): string {
  const name = resolve(folder)
    .replace(/^[/\\]/, '')
    .replace(/[/\\:]/g, '-');
  return join(resolve(agentDir), 'sessions', `--${name}--`);
}
