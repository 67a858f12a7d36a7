import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workFolder } from './paths.mjs';

/** Tells whether this machine can show a window. */
export function hasScreen() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/** @param {string} version "1.106.2" */
const newEnough = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || (major === 1 && minor >= 106);
};

/**
 * Returns the command of the installed desktop VS Code.
 * @returns {{command: string, version: string, why?: undefined} | {command?: undefined, why: string}}
 */
export function installedDesktop() {
  if (!hasScreen()) return { why: 'this machine has no screen' };
  const shell = process.platform === 'win32';
  for (const command of ['code', 'code-insiders']) {
    const { status, stdout } = spawnSync(command, ['--version'], {
      encoding: 'utf8',
      shell,
      timeout: 15_000,
    });
    const version = stdout?.split('\n')[0]?.trim() ?? '';
    if (status === 0 && newEnough(version)) return { command, version };
    if (status === 0) return { why: `VS Code ${version} is older than 1.106` };
  }
  return { why: 'no VS Code is installed' };
}

/**
 * Tells within seconds whether a desktop VS Code has been downloaded or can be.
 * Always false with ENSO_VSCODE=workbench.
 * @returns {Promise<boolean>}
 */
export async function downloadableDesktop() {
  if (process.env['ENSO_VSCODE'] === 'workbench' || !hasScreen()) return false;
  if (existsSync(workFolder) && readdirSync(workFolder).some((name) => name.startsWith('vscode-')))
    return true;
  try {
    const site = 'https://update.code.visualstudio.com/api/releases/stable';
    return (await fetch(site, { signal: AbortSignal.timeout(4000) })).ok;
  } catch {
    return false;
  }
}

/**
 * Opens a desktop VS Code with the extension under development. `ended` resolves when its window closes.
 * @param {string} executable
 * @param {{extension: string, folder: string}} what
 * @returns {{ended: Promise<number>, stop: () => void}}
 */
export function openDesktop(executable, { extension, folder }) {
  const root = process.getuid?.() === 0;
  const args = [
    ...['--wait', '--new-window', `--extensionDevelopmentPath=${extension}`],
    `--user-data-dir=${join(workFolder, 'desktop')}`,
    ...(root ? ['--no-sandbox'] : []),
    folder,
  ];
  const shell = process.platform === 'win32';
  const child = spawn(executable, args, { stdio: ['ignore', 'ignore', 'ignore'], shell });
  return {
    ended: new Promise((resolve) => {
      child.on('error', () => resolve(127));
      child.on('close', (code) => resolve(code ?? 0));
    }),
    stop: () => void child.kill(),
  };
}
