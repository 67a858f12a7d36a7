import { strict as assert } from 'node:assert';
import { mkdirSync, rmdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { FakeClock } from '../../../fixtures/core/fakeClock';
import { World } from '../../../fixtures/core/world';
import { PiWorld } from '../../../fixtures/pi/piWorld';

const now = Date.now;

describe('a file of pi’s that another pi holds', () => {
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

  it('is named while a start waits for it, and the start goes on when it is let go', async () => {
    hold(0);
    pi.model.answer({ say: 'here' });
    const panel = await world.panel('A');
    await panel.send('hello');
    for (let turns = 0; turns < 20; turns++) await turn();
    assert.equal(panel.shown.workingMessage, undefined);
    clock.advance(2000);
    await until(() => panel.shown.workingMessage === 'Waiting for another pi that holds auth.json');
    rmdirSync(lock);
    await until(() => panel.transcript.includes('text: here'));
    assert.equal(panel.shown.workingMessage, undefined);
    assert.equal(
      panel.transcript.some((line) => line.startsWith('notice')),
      false,
    );
  });

  it('holds up no stop: the thread is idle at once and the words are back', async () => {
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
    assert.deepEqual(pi.model.said(0), ['again']);
  });

  it('is named as the cause when pi gives up on it, and the words are back', async () => {
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
      'notice: Another pi holds auth.json; if none is at work, delete auth.json.lock beside it.',
    ]);
    await until(() => panel.panel.draft.text === 'hello');
  });

  it('is gone without where pi can, and that is said', async () => {
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
      /^notice: Another pi holds models-store\.json; .* pi went on without it: models .* may be missing\.$/,
    );
  });

  it('is taken over at once when whoever held it is gone', async () => {
    hold(31);
    pi.model.answer({ say: 'here' });
    const panel = await world.panel('A');
    await panel.send('hello');
    await until(() => panel.transcript.includes('text: here'));
    assert.equal(panel.shown.workingMessage, undefined);
  });
});
