// Checks types, lint, format, pages, licenses, words, layers and rooms. Runs two checks at a time, all of them even when one fails.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './lib/files.mjs';
import { root } from './lib/run.mjs';

process.chdir(root);
const bin = (/** @type {string} */ name) => join('node_modules', name);
const projects = ['src/protocol', 'src/extension', 'src/webview', 'test', 'scripts'].filter(
  (folder) => listFiles(folder, (name) => /\.(ts|mjs)$/.test(name)).length > 0,
);

const eslint = ['--cache', '--cache-location', 'node_modules/.cache/eslint/', '--max-warnings=0'];
const prettier = ['--check', '--log-level', 'warn', '--cache', '.'];

/** Each check with the commands that Node runs for it, in order. @type {{name: string, commands: string[][]}[]} */
const checks = [
  { name: 'lint', commands: [[bin('eslint/bin/eslint.js'), ...eslint, '.']] },
  ...projects.map((folder) => ({
    name: `types ${folder}`,
    commands: [[bin('typescript/bin/tsc'), '-p', folder]],
  })),
  { name: 'format', commands: [[bin('prettier/bin/prettier.cjs'), ...prettier]] },
  { name: 'l10n', commands: [['scripts/l10n.mjs', '--check']] },
  { name: 'docs', commands: [['scripts/docs.mjs']] },
  {
    name: 'licenses',
    commands: [['esbuild.mjs', '--only=host,panel,pi'], ['scripts/licenses.mjs']],
  },
  { name: 'words', commands: [['scripts/words.mjs']] },
  {
    name: 'layers and rooms',
    commands: [
      ['esbuild.mjs', '--only=tests'],
      [
        bin('mocha/bin/mocha.js'),
        ...['--reporter', 'dot', 'dist/test/unit/layers.test.mjs', 'dist/test/unit/rooms.test.mjs'],
      ],
    ],
  },
];

/**
 * Runs one command in Node and collects its output.
 * @param {string[]} args
 * @returns {Promise<{code: number, text: string}>}
 */
function output(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.on('close', (code) => resolve({ code: code ?? 1, text }));
  });
}

let failed = 0;
async function worker() {
  for (let next = checks.shift(); next; next = checks.shift()) {
    const { name, commands } = next;
    const started = performance.now();
    let result = { code: 0, text: '' };
    for (const command of commands) {
      if (result.code === 0) result = await output(command);
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${result.code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
    if (result.code !== 0) {
      failed += 1;
      console.log(result.text.trimEnd());
    }
  }
}

if (!existsSync('node_modules')) {
  console.error('Packages are missing. Run npm ci first.');
  process.exit(1);
}
await Promise.all([worker(), worker()]);
process.exitCode = failed ? 1 : 0;
