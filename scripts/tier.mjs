// Runs one tier of tests: node scripts/tier.mjs unit|stories|conformance|chaos|fuzz|webview|vscode [--built] [--half=1|2] [mocha arguments]
// --half runs every second file of the tests in the real VS Code, the first half with the tests in the extension host.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { listFiles } from './lib/files.mjs';
import { root, run } from './lib/run.mjs';
import { Missing, runMain } from './lib/steps.mjs';
import { ensureWorkbench } from './lib/workbench.mjs';

const [tier = '', ...rest] = process.argv.slice(2);
const built = rest.includes('--built');
const half = rest.find((argument) => argument.startsWith('--half='))?.slice('--half='.length);
const mochaArguments = rest.filter((argument) => argument !== '--built' && !argument.startsWith('--half='));
/** The parts to build for each tier. @type {Record<string, string[]>} */
const parts = {
  unit: [],
  stories: ['--only=tests'],
  conformance: ['--only=pi,tests'],
  chaos: ['--only=pi,tests'],
  fuzz: ['--only=pi,panel,tests'],
  webview: ['--only=panel,tests'],
  vscode: [],
};
const needs = parts[tier];
if (!needs) {
  console.error(`Unknown tier "${tier}". Use unit, stories, conformance, chaos, fuzz, webview or vscode.`);
  process.exit(2);
}

const mocha = (/** @type {string} */ folder, files = [`dist/test/${folder}/**/*.test.mjs`]) =>
  run(process.execPath, [
    '--enable-source-maps',
    'node_modules/mocha/bin/mocha.js',
    ...files,
    // Only what never comes takes this long; a busy machine takes longer than a quiet one.
    ...(tier === 'webview' || tier === 'vscode' ? ['--timeout', '120000'] : []),
    ...mochaArguments,
  ]);

const everySecond = (/** @type {string} */ folder, /** @type {string} */ which) =>
  listFiles(folder, (name) => name.endsWith('.test.mjs')).filter(
    (_, index) => index % 2 === Number(which) - 1,
  );

/** @type {Record<string, () => number[]>} */
const steps = {
  unit: () => [mocha('unit')],
  stories: () => [mocha('stories')],
  conformance: () => [mocha('conformance')],
  chaos: () => [mocha('chaos')],
  fuzz: () => [mocha('fuzz')],
  webview: () => [mocha('webview')],
  vscode: () => [
    ...(mochaArguments.length || half === '2' ? [] : [run(process.execPath, ['test/vscode/runTests.mjs'])]),
    mocha('vscode/ui', half ? everySecond('dist/test/vscode/ui', half) : undefined),
  ],
};

await runMain('tier', async (progress) => {
  if (!built) {
    const code = run(process.execPath, ['esbuild.mjs', ...needs]);
    if (code !== 0) return code;
    if (['fuzz', 'webview', 'vscode'].includes(tier)) await ensureChromium(progress);
    if (tier === 'vscode') await ensureWorkbench(progress);
  }
  if (!existsSync(join(root, 'dist/test')))
    throw new Missing('Nothing has been built. Run npm run build first.');
  return Math.max(...(steps[tier]?.() ?? []));
});
