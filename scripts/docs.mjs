// Checks the pages against the code: node scripts/docs.mjs
// Records the stories and updates the pages: node scripts/docs.mjs --record
import { readFileSync, writeFileSync } from 'node:fs';
import { pages, problems } from './docs-check.mjs';
import { extensionsPage, withMembers } from './docs-extensions.mjs';
import { withRecordings } from './docs-diagram.mjs';
import { root, run } from './lib/run.mjs';

process.chdir(root);

function record() {
  const node = (/** @type {string[]} */ ...args) =>
    run(process.execPath, args, { env: { ENSO_RECORD: '1' }, orExit: true });
  node('esbuild.mjs', '--only=tests');
  node('--enable-source-maps', 'node_modules/mocha/bin/mocha.js', 'dist/test/stories/**/*.test.mjs');
  for (const page of pages()) {
    const text = readFileSync(page, 'utf8');
    const current = page === extensionsPage ? withMembers(text).text : text;
    const recorded = withRecordings(current).text;
    if (recorded === text) continue;
    writeFileSync(page, recorded);
    console.log(`${page}: updated`);
  }
}

if (process.argv.includes('--record')) record();
const found = problems();
for (const problem of found) console.error(problem);
if (found.length === 0) console.log('The pages match the code.');
process.exitCode = found.length > 0 ? 1 : 0;
