// Runs one tier of tests: node scripts/tier.mjs unit|stories|webview|vscode [--built] [mocha arguments]
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './lib/run.mjs';

const [tier, ...rest] = process.argv.slice(2);
const built = rest.includes('--built');
const mochaArguments = rest.filter((argument) => argument !== '--built');
const parts = { unit: [], stories: ['--only=tests'], webview: ['--only=panel,tests'], vscode: [] }[tier];
if (!parts) {
  console.error(`There is no tier "${tier}": unit, stories, webview or vscode.`);
  process.exit(2);
}

const mocha = (folder) =>
  run(process.execPath, [
    '--enable-source-maps',
    'node_modules/mocha/bin/mocha.js',
    `dist/test/${folder}/**/*.test.mjs`,
    ...(tier === 'unit' || tier === 'stories' ? [] : ['--timeout', '60000']),
    ...mochaArguments,
  ]);

const steps = {
  unit: () => [mocha('unit')],
  stories: () => [mocha('stories')],
  webview: () => [mocha('webview')],
  vscode: () => [
    ...(mochaArguments.length ? [] : [run(process.execPath, ['test/vscode/runTests.mjs'])]),
    mocha('vscode/ui'),
  ],
};

if (!built) run(process.execPath, ['esbuild.mjs', ...parts], { orExit: true });
process.exitCode = existsSync(join(root, 'dist/test')) ? Math.max(...steps[tier]()) : 1;
