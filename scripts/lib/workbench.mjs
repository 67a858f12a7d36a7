import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';
import { briefRetries, npmCommand, npmFailure, withOwnNode } from './packages.mjs';
import { workbenchFolder, workbenchVersion, workFolder } from './paths.mjs';
import { Missing } from './steps.mjs';

const inner = (/** @type {string} */ folder) => join(folder, 'lib', 'vscode');

/** The server's main script. */
export const serverMain = join(inner(workbenchFolder), 'out', 'server-main.js');

/** Replaces the two native packages that the workbench needs, its log and its watchdog, with JavaScript. */
function fillGaps() {
  for (const name of ['spdlog', 'native-watchdog']) {
    const target = join(inner(workbenchFolder), 'node_modules', '@vscode', name, 'index.js');
    copyFileSync(join(root, 'scripts', 'workbench', `${name}.cjs`), target);
  }
}

/**
 * Downloads the workbench from npm unless it is there. Skips its install script, which builds native packages of which
 * only two are needed. Works in a temporary folder, so that an incomplete workbench is never used.
 * @param {import('./steps.mjs').Steps} steps
 */
export async function ensureWorkbench(steps) {
  await steps.step(`workbench ${workbenchVersion}`, async (note) => {
    if (existsSync(serverMain)) {
      fillGaps();
      return note('already installed');
    }
    mkdirSync(workFolder, { recursive: true });
    const parts = mkdtempSync(join(workFolder, 'fetching-'));
    try {
      const [npm, first] = npmCommand();
      const env = withOwnNode();
      const packing = [
        'pack',
        `code-server@${workbenchVersion}`,
        '--pack-destination',
        parts,
        ...briefRetries,
      ];
      const packed = await steps.quietly(npm, [...first, ...packing], { cwd: parts, env });
      if (packed.code !== 0) throw npmFailure('the workbench', packed);

      const tarball = readdirSync(parts).find((name) => name.endsWith('.tgz')) ?? '';
      const unpacked = await steps.quietly('tar', ['-xzf', tarball], { cwd: parts });
      if (unpacked.code === 127)
        throw new Missing('The command tar is missing. It is needed to unpack the workbench.');
      if (unpacked.code !== 0) throw new Missing(`Couldn't unpack the workbench in ${workFolder}.`);

      const whole = join(parts, 'package');
      const installing = [
        'install',
        '--omit=dev',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        ...briefRetries,
      ];
      const installed = await steps.quietly(npm, [...first, ...installing], { cwd: inner(whole), env });
      if (installed.code !== 0) throw npmFailure("the workbench's packages", installed);

      if (!existsSync(workbenchFolder)) renameSync(whole, workbenchFolder);
      fillGaps();
      note('downloaded');
    } finally {
      rmSync(parts, { recursive: true, force: true });
    }
  });
}
