import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Runs a command in the project's folder on this terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: Record<string, string>, orExit?: boolean}} [options] orExit ends this process with the command's code
 * @returns {number} the exit code; 1 if a signal ended the command
 */
export function run(command, args, { env = {}, orExit = false } = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) console.error(`${command}: ${error.message}`);
  const code = status ?? 1;
  if (orExit && code !== 0) process.exit(code);
  return code;
}
