// Runs one tier of tests: node scripts/tier.mjs unit|stories|conformance|chaos|fuzz|webview|vscode [--built] [mocha arguments]
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { root, run } from './lib/run.mjs';
import { Missing, runMain } from './lib/steps.mjs';
import { ensureWorkbench } from './lib/workbench.mjs';

const [tier = '', ...rest] = process.argv.slice(2);
const built = rest.includes('--built');
const mochaArguments = rest.filter((argument) => argument !== '--built');
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

const mocha = (/** @type {string} */ folder) =>
  run(process.execPath, [
    '--enable-source-maps',
    'node_modules/mocha/bin/mocha.js',
    `dist/test/${folder}/**/*.test.mjs`,
    // Only what never comes takes this long: a busy machine is many times slower than a quiet one.
    ...(tier === 'webview' || tier === 'vscode' ? ['--timeout', '120000'] : []),
    ...mochaArguments,
  ]);

/** @type {Record<string, () => number[]>} */
const steps = {
  unit: () => [mocha('unit')],
  stories: () => [mocha('stories')],
  conformance: () => [mocha('conformance')],
  chaos: () => [mocha('chaos')],
  fuzz: () => [mocha('fuzz')],
  webview: () => [mocha('webview')],
  vscode: () => [
    ...(mochaArguments.length ? [] : [run(process.execPath, ['test/vscode/runTests.mjs'])]),
    mocha('vscode/ui'),
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
