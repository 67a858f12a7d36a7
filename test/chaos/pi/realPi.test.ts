import * as fc from 'fast-check';
import { SessionStore } from '../../../src/extension/sessionFiles/sessionStore';
import type { Clock } from '../../../src/extension/base/clock';
import { PiWorld } from '../../fixtures/pi/piWorld';
import { chaosExtensionSource } from './chaosExtension';
import { settings } from './piModel';
import { runWithPi, type RealPi } from './piRun';
import { userStory } from './piSteps';

const count = Number(process.env['ENSO_PI_RUNS'] ?? '75');
const seed = Number(process.env['ENSO_SEED'] ?? '1');
const path = process.env['ENSO_PI_PATH'];

/** A real clock that runs faster, so that timeouts pass quickly, and that counts its pending timers. */
class QuickClock implements Clock {
  pending = 0;
  now(): number {
    return Date.now();
  }
  after(ms: number, run: () => void) {
    this.pending += 1;
    const done = (): void => {
      if (timer !== undefined) this.pending -= 1;
      timer = undefined;
    };
    let timer: NodeJS.Timeout | undefined = globalThis.setTimeout(() => {
      done();
      run();
    }, ms / 20);
    return {
      dispose: () => {
        clearTimeout(timer);
        done();
      },
    };
  }
}

describe('Random interleavings with the real pi', () => {
  const clock = new QuickClock();
  const activities = new Map<string, number>();
  let pi: PiWorld;
  let real: RealPi;

  before(() => {
    pi = new PiWorld({ clock });
    pi.extension('chaos', chaosExtensionSource);
    pi.settings(settings);
    real = {
      pi,
      store: new SessionStore({ folders: () => [pi.folder], agentDir: pi.agentDir }),
      timers: () => clock.pending,
      countActivity: (what) => activities.set(what, (activities.get(what) ?? 0) + 1),
    };
  });
  after(() => pi.close());

  it(`every invariant holds in ${String(count)} random interleavings with the real pi`, async function () {
    this.timeout(0);
    const started = performance.now();
    let played = 0;
    const property = fc.asyncProperty(userStory, async (story) => {
      const { faults, trace } = await runWithPi(real, story);
      played += 1;
      if (played % 1_000 === 0) console.log(`      ${String(played)} interleavings done`);
      // pi uses real time, so a replay may end differently: report the trace of this run.
      if (faults.length > 0) throw new Error([...faults, ...trace.map((line) => `  ${line}`)].join('\n'));
    });
    const result = await fc.check(property, {
      seed,
      numRuns: count,
      ...(path === undefined ? {} : { path }),
      endOnFailure: process.env['ENSO_SHRINK'] === '0',
    });
    if (result.failed) {
      const again = `ENSO_SEED=${String(seed)} ENSO_PI_PATH=${String(result.counterexamplePath)}`;
      throw new Error(`${String(result.errorInstance)}\nAgain: ${again} npm run test:chaos`);
    }
    const seconds = (performance.now() - started) / 1000;
    console.log(
      `      ${String(count)} interleavings, ${(count / seconds).toFixed(0)} a second, seed ${String(seed)}`,
    );
    if (process.env['ENSO_MET'] !== undefined) {
      const lines = [...activities]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([what, n]) => `      ${what}: ${String(n)}`);
      console.log(lines.join('\n'));
    }
  });
});
