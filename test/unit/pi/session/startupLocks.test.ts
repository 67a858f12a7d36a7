import { strict as assert } from 'node:assert';
import { mkdirSync, rmdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { FakeClock } from '../../../fixtures/core/fakeClock';
import { World } from '../../../fixtures/core/world';
import { PiWorld } from '../../../fixtures/pi/piWorld';

const now = Date.now;

describe('startup locks', () => {
  let clock: FakeClock;
  let pi: PiWorld;
  let world: World;
  let lock = '';
  beforeEach(() => {
    clock = new FakeClock();
    pi = new PiWorld({ clock });
    world = new World(pi.factoryOfThisWorld, pi.folder);
    pi.write('agent/auth.json', '{}');
  });
  afterEach(async () => {
    Date.now = now;
    await world.registry.dispose();
    await pi.close();
  });

  /** Another pi has the file since `seconds`; a live one says so again and again, which makes its lock younger. */
  function hold(seconds: number, file = 'auth.json'): void {
    lock = join(pi.agentDir, `${file}.lock`);
    mkdirSync(lock);
    const since = new Date(now() - seconds * 1000);
    utimesSync(lock, since, since);
  }

  /** Waits until something is so; the core's time goes on so that panels hear of it. */
  async function until(done: () => boolean): Promise<void> {
    const end = now() + 15_000;
    while (!done()) {
      if (now() > end) throw new Error('Waited in vain.');
      world.clock.advance(40);
      await turn();
    }
  }

  it('A start that waits for a locked file names the file until the lock is released and then continues', async () => {
    hold(0);
    pi.model.answer({ say: 'here' });
    const panel = await world.panel('A');
    await panel.send('hello');
    for (let turns = 0; turns < 20; turns++) await turn();
    assert.equal(panel.shown.workingMessage, undefined);
    clock.advance(2000);
    await until(() => panel.shown.workingMessage === 'Waiting for another pi process to release auth.json');
    rmdirSync(lock);
    await until(() => panel.transcript.includes('text: here'));
    assert.equal(panel.shown.workingMessage, undefined);
    assert.equal(
      panel.transcript.some((line) => line.startsWith('notice')),
      false,
    );
  });

  it('A start that waits for a locked file can be stopped: the thread is idle at once and the prompt returns to the composer', async () => {
    hold(0);
    pi.model.answer({ say: 'here' });
    const panel = await world.panel('A');
    await panel.send('hello');
    clock.advance(2000);
    await until(() => panel.shown.workingMessage !== undefined);
    await panel.panel.stop();
    await world.settle();
    assert.equal(panel.panel.busy, false);
    assert.equal(panel.panel.draft.text, 'hello');
    assert.deepEqual(panel.transcript, []);
    rmdirSync(lock);
    await panel.send('again');
    await until(() => panel.transcript.includes('text: here'));
    assert.deepEqual(pi.model.userTexts(0), ['again']);
  });

  it('A start that waits for a locked file names the file when pi gives up, and the prompt returns to the composer', async () => {
    hold(-3600);
    pi.model.answer({ say: 'here' });
    const panel = await world.panel('A');
    await panel.send('hello');
    clock.advance(2000);
    await until(() => panel.shown.workingMessage !== undefined);
    // pi counts its half minute by this clock.
    let later = 0;
    Date.now = () => now() + (later += 31_000);
    await until(() => panel.transcript.some((line) => line.startsWith('notice')));
    assert.deepEqual(panel.transcript, [
      'notice: auth.json is locked by another pi process. If none is running, delete auth.json.lock.',
    ]);
    await until(() => panel.panel.draft.text === 'hello');
  });

  it('A start that waits for a locked file continues without the file where pi can, and shows a warning', async () => {
    hold(-3600, 'models-store.json');
    pi.model.answer({ say: 'here' });
    const panel = await world.panel('A');
    await panel.send('hello');
    clock.advance(2000);
    await until(() => panel.shown.workingMessage !== undefined);
    let later = 0;
    Date.now = () => now() + (later += 31_000);
    await until(() => panel.transcript.includes('text: here'));
    assert.match(
      panel.transcript.find((line) => line.startsWith('notice')) ?? '',
      /^notice: models-store\.json is locked .* Continued without it; saved models may be missing\.$/,
    );
  });

  it('A start that waits for a locked file takes over the lock of a process that has ended', async () => {
    hold(31);
    pi.model.answer({ say: 'here' });
    const panel = await world.panel('A');
    await panel.send('hello');
    await until(() => panel.transcript.includes('text: here'));
    assert.equal(panel.shown.workingMessage, undefined);
  });
});
