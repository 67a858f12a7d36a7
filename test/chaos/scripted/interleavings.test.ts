import * as fc from 'fast-check';
import { run } from '../shared/run';
import { story } from '../shared/steps';

const number = (name: string, otherwise: number): number => {
  const value = Number(process.env[name] ?? '');
  return process.env[name] === undefined || !Number.isSafeInteger(value) ? otherwise : value;
};

const seed = number('ENSO_SEED', 1);
const path = process.env['ENSO_PATH'];
const count = path === undefined ? number('ENSO_RUNS', 3_000) : 1;
/** Interleavings with one seed. Batches with their own seeds make a late fault quick to reproduce. */
const batchSize = 1_000;

describe('Random interleavings with scripted runtimes', () => {
  it(`every invariant holds in ${String(count)} random interleavings with scripted runtimes`, async function () {
    this.timeout(0);
    const started = performance.now();
    for (let done = 0; done < count; done += batchSize) {
      const numRuns = Math.min(batchSize, count - done);
      await checkBatch(seed + done / batchSize, numRuns);
      if ((done + numRuns) % 50_000 === 0) console.log(`      ${String(done + numRuns)} interleavings done`);
    }
    const seconds = (performance.now() - started) / 1000;
    console.log(
      `      ${String(count)} interleavings, ${(count / seconds).toFixed(0)} a second, seed ${String(seed)}`,
    );
  });
});

async function checkBatch(batchSeed: number, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(story, async (played) => (await run(played)).faults.length === 0);
  const result = await fc.check(property, {
    seed: batchSeed,
    numRuns,
    ...(path === undefined ? {} : { path, endOnFailure: process.env['ENSO_SHRINK'] === undefined }),
  });
  const [failing] = result.counterexample ?? [];
  if (!result.failed || failing === undefined) return;
  const { faults, trace } = await run(failing);
  const thrown =
    result.errorInstance === null || result.errorInstance === undefined
      ? []
      : [inspect(result.errorInstance)];
  throw new Error(
    [
      [...faults, ...thrown].join('\n'),
      `${String(failing.panels)} panels${failing.cutShort ? ', cut short' : ''}:`,
      ...trace.map((line) => `  ${line}`),
      `Again: ENSO_SEED=${String(batchSeed)} ENSO_PATH=${String(result.counterexamplePath)} npm run test:chaos`,
    ].join('\n'),
  );
}

function inspect(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
