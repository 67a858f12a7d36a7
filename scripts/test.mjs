// Runs everything from a fresh clone: packages, browser, workbench, check, build, and each tier of tests.
// Prints the time of each stage. The last line is "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.mjs';
import { ensurePackages, node24, withOwnNode } from './lib/packages.mjs';
import { workFolder } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { runMain } from './lib/steps.mjs';
import { ensureWorkbench } from './lib/workbench.mjs';

const counts = join(workFolder, 'counts.jsonl');

/** @type {{name: string, seconds: number, ok: boolean}[]} */
const stages = [];

/**
 * Runs and times one stage.
 * @param {string} name
 * @param {() => Promise<unknown> | number | void} work the stage fails if this returns a number other than 0
 */
async function stage(name, work) {
  const started = performance.now();
  console.log(`\n=== ${name}`);
  const code = await work();
  const seconds = (performance.now() - started) / 1000;
  const ok = typeof code !== 'number' || code === 0;
  stages.push({ name, seconds, ok });
  return ok;
}

/** Returns the sums and the failures of all Mocha runs, as the reporter saved them. */
function total() {
  /** @type {{title: string, error: string}[]} */
  const failures = [];
  const lines = existsSync(counts) ? readFileSync(counts, 'utf8').split('\n').filter(Boolean) : [];
  let passed = 0;
  let failed = 0;
  for (const line of lines) {
    const run = /** @type {{passes: number, failures: number, failed: typeof failures}} */ (JSON.parse(line));
    passed += run.passes;
    failed += run.failures;
    failures.push(...run.failed);
  }
  return { passed, failed, failures };
}

await runMain('test', async (steps) => {
  const started = performance.now();
  mkdirSync(workFolder, { recursive: true });
  rmSync(counts, { force: true });
  await stage('install', async () => {
    await ensurePackages(steps);
    await ensureChromium(steps);
    await ensureWorkbench(steps);
  });

  const node = node24();
  const env = { .../** @type {Record<string, string>} */ (withOwnNode()), ENSO_TEST_COUNTS: counts };
  const script = (/** @type {string[]} */ ...args) => run(node, args, { env });
  /** One tier; its output is printed when it is over, because another one runs beside it. */
  const tier = (/** @type {string} */ name) =>
    stage(name, async () => {
      const { code, text } = await steps.quietly(node, ['scripts/tier.mjs', name, '--built'], {
        env: { ...process.env, ...env },
      });
      console.log(`\n--- ${name}\n${text.trimEnd()}`);
      return code;
    });

  await stage('check', () => script('scripts/check.mjs'));
  const built = await stage('build', () => script('esbuild.mjs'));
  if (built) {
    // The real VS Code takes as long as all other tiers together, and one and a half of two cores.
    await Promise.all([
      tier('vscode'),
      (async () => {
        for (const name of ['unit', 'stories', 'conformance', 'chaos', 'fuzz', 'webview']) await tier(name);
      })(),
    ]);
  }

  console.log('\n=== time');
  for (const { name, seconds, ok } of stages) {
    console.log(`${ok ? '✓' : '✗'} ${name.padEnd(11)} ${seconds.toFixed(1).padStart(6)} s`);
  }
  const seconds = (performance.now() - started) / 1000;
  console.log(`  ${'total'.padEnd(11)} ${seconds.toFixed(1).padStart(6)} s`);

  const { passed, failed, failures } = total();
  for (const { title, error } of failures) console.log(`\n✗ ${title}\n    ${error}`);
  const broken = stages.filter(({ ok }) => !ok).map(({ name }) => name);
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`);
  if (passed + failed === 0) console.log('\nNo tests ran.');
  console.log(`\n${passed} passed, ${failed} failed`);
  return broken.length > 0 || failed > 0 || passed === 0 ? 1 : 0;
});
