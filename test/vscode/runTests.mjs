// Runs the tests of test/vscode/host in a desktop VS Code if one is available, else in the workbench.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { downloadableDesktop } from '../../scripts/lib/desktop.mjs';
import { isolatedEnvironment } from '../../scripts/lib/environment.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { newDataFolder } from '../../scripts/lib/server.mjs';

const run = newDataFolder();
const workspace = join(run, 'workspace');
mkdirSync(workspace, { recursive: true });
cpSync(join(root, 'sample'), workspace, { recursive: true });

const isolated = isolatedEnvironment(join(run, 'home'));
const desktop = await downloadableDesktop();
// The desktop VS Code inherits the environment of this process, so API keys are removed here.
if (desktop)
  for (const name of Object.keys(process.env))
    if (!(name in isolated) && name !== 'DISPLAY') delete process.env[name];

try {
  await runTests({
    ...(desktop
      ? { version: 'stable' }
      : { vscodeExecutablePath: join(root, 'scripts', 'vscode-launcher.mjs') }),
    extensionDevelopmentPath: root,
    extensionTestsPath: join(root, 'dist', 'test', 'vscode', 'index.js'),
    ...(desktop && { extensionTestsEnv: isolated }),
    launchArgs: [
      workspace,
      `--user-data-dir=${join(run, 'user')}`,
      `--extensions-dir=${join(run, 'extensions')}`,
    ],
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (!process.exitCode) rmSync(run, { recursive: true, force: true });
}
