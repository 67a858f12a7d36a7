import { strict as assert } from 'node:assert';
import type { BackgroundProcess } from '../../../../src/extension/core/ports/processes';
import { turns } from '../../../fixtures/core/fakeClock';
import { World, type TestPanel } from '../../../fixtures/core/world';

const server: BackgroundProcess = { key: '41:7', pid: 41, command: 'node server.js' };
const watcher: BackgroundProcess = { key: '42:8', pid: 42, command: 'tsc --watch <b>' };

describe('What outlives a command', () => {
  let world: World;
  let panel: TestPanel;
  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
  });

  const notices = () => panel.shown.items.flatMap((item) => (item.kind === 'notice' ? [item] : []));

  async function runs(): Promise<void> {
    await panel.send('hello');
    world.runtime.start();
    await world.settle();
  }

  async function stopped(): Promise<void> {
    await runs();
    void panel.panel.stop();
    await turns();
    world.runtime.settle({ aborted: true });
    await world.settle();
  }

  /** A process that stays is believed to after a moment. */
  async function moment(): Promise<void> {
    world.clock.advance(500);
    await world.settle();
  }

  it('is named after a stop, with a step that ends it, and the stop waits for none of that', async () => {
    world.leftovers.running = [server];
    await stopped();
    assert.equal(panel.panel.busy, false);
    assert.deepEqual(notices(), []);
    await moment();
    const [notice] = notices();
    assert.equal(notice?.level, 'warning');
    assert.deepEqual(notice.next, ['end-process']);
    assert.equal(
      notice.text,
      'Still running after the stop: node server.js (PID 41). ' +
        'End the process here, or run `kill 41` in a terminal.',
    );
  });

  it('is named after a run that nobody stopped, as a plain fact', async () => {
    world.leftovers.running = [server];
    await runs();
    world.runtime.settle();
    await world.settle();
    await moment();
    assert.equal(notices()[0]?.level, 'info');
    assert.match(notices()[0]?.text ?? '', /^Still running: node server\.js \(PID 41\)\./);
  });

  it('is not named when it is gone a moment later', async () => {
    world.leftovers.running = [server];
    await stopped();
    world.leftovers.running = [];
    await moment();
    assert.deepEqual(notices(), []);
  });

  it('is named once, however many runs it lives through', async () => {
    world.leftovers.running = [server];
    await stopped();
    await moment();
    world.leftovers.running = [server, watcher];
    await stopped();
    await moment();
    assert.deepEqual(
      notices().map(({ text }) => /41|42/.exec(text)?.[0]),
      ['41', '42'],
    );
  });

  it('is ended by its step, and the line says so in every panel', async () => {
    const other = await world.panel('B');
    world.leftovers.running = [server, watcher];
    await stopped();
    await moment();
    const [notice] = notices();
    assert.deepEqual(notice?.next, ['end-processes']);
    panel.panel.nextStep('end-processes', { itemId: notice.id });
    await world.settle();
    assert.deepEqual(world.leftovers.running, []);
    assert.equal(notices()[0]?.text, 'Ended node server.js (PID 41) and tsc --watch <b> (PID 42).');
    assert.deepEqual(notices()[0]?.next, []);
    assert.equal(other.transcript.at(-1), panel.transcript.at(-1));
  });

  it('says when it could not be ended, and can be tried again', async () => {
    world.leftovers.running = world.leftovers.stubborn = [server];
    await stopped();
    await moment();
    const about = { itemId: notices()[0]?.id ?? '' };
    panel.panel.nextStep('end-process', about);
    await world.settle();
    assert.equal(notices()[0]?.text, "Couldn't end node server.js (PID 41).");
    world.leftovers.stubborn = [];
    panel.panel.nextStep('end-process', about);
    await world.settle();
    assert.equal(notices()[0]?.text, 'Ended node server.js (PID 41).');
    panel.panel.nextStep('end-process', about);
    await world.settle();
    assert.equal(panel.panel.toasts.shown.length, 1);
  });

  it('is named after a run that was let go, once the runtime has ended what it can', async () => {
    await runs();
    world.runtime.dispose = () => {
      world.leftovers.running = [server];
      return Promise.resolve();
    };
    void panel.panel.stop();
    await world.settle();
    panel.panel.stopAnyway();
    await world.settle();
    await moment();
    assert.match(notices().at(-1)?.text ?? '', /^Still running after the stop: node server\.js/);
  });

  it('is named in a thread that is read from disk, where the window ended that began it', async () => {
    world.leftovers.running = [server];
    world.store.threads.set('old', { items: [], session: { title: 'old' } });
    panel.panel.follow('old');
    await world.settle();
    await moment();
    assert.match(notices()[0]?.text ?? '', /node server\.js \(PID 41\)/);
  });

  it('is counted in the log and named in none of its lines', async () => {
    world.leftovers.running = [server];
    await stopped();
    await moment();
    assert.equal(world.lines.filter((line) => line.includes('background processes found, 1')).length, 1);
    assert.equal(
      world.lines.some((line) => line.includes('server.js')),
      false,
    );
  });
});
