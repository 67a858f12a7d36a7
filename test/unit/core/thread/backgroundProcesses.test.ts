import { strict as assert } from 'node:assert';
import type { BackgroundProcess } from '../../../../src/extension/core/ports/processes';
import { turns } from '../../../fixtures/core/fakeClock';
import { World, type TestPanel } from '../../../fixtures/core/world';

const server: BackgroundProcess = { key: '41:7', pid: 41, command: 'node server.js' };
const watcher: BackgroundProcess = { key: '42:8', pid: 42, command: 'tsc --watch <b>' };

describe('Background processes:', () => {
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

  it('a background process is reported after a stop with a button to end it, without delaying the stop', async () => {
    world.processes.running = [server];
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

  it("a background process is reported as information after a run that wasn't stopped", async () => {
    world.processes.running = [server];
    await runs();
    world.runtime.settle();
    await world.settle();
    await moment();
    assert.equal(notices()[0]?.level, 'info');
    assert.match(notices()[0]?.text ?? '', /^Still running: node server\.js \(PID 41\)\./);
  });

  it('a process that ends a moment later is not reported', async () => {
    world.processes.running = [server];
    await stopped();
    world.processes.running = [];
    await moment();
    assert.deepEqual(notices(), []);
  });

  it('a background process is reported once over several runs', async () => {
    world.processes.running = [server];
    await stopped();
    await moment();
    world.processes.running = [server, watcher];
    await stopped();
    await moment();
    assert.deepEqual(
      notices().map(({ text }) => /41|42/.exec(text)?.[0]),
      ['41', '42'],
    );
  });

  it('the button ends the process and updates the notice in every panel', async () => {
    const other = await world.panel('B');
    world.processes.running = [server, watcher];
    await stopped();
    await moment();
    const [notice] = notices();
    assert.deepEqual(notice?.next, ['end-processes']);
    panel.panel.nextStep('end-processes', { itemId: notice.id });
    await world.settle();
    assert.deepEqual(world.processes.running, []);
    assert.equal(notices()[0]?.text, 'Ended node server.js (PID 41) and tsc --watch <b> (PID 42).');
    assert.deepEqual(notices()[0]?.next, []);
    assert.equal(other.transcript.at(-1), panel.transcript.at(-1));
  });

  it("the notice shows that a process couldn't be ended, and the user can try again", async () => {
    world.processes.running = world.processes.stubborn = [server];
    await stopped();
    await moment();
    const about = { itemId: notices()[0]?.id ?? '' };
    panel.panel.nextStep('end-process', about);
    await world.settle();
    assert.equal(notices()[0]?.text, "Couldn't end node server.js (PID 41).");
    world.processes.stubborn = [];
    panel.panel.nextStep('end-process', about);
    await world.settle();
    assert.equal(notices()[0]?.text, 'Ended node server.js (PID 41).');
    panel.panel.nextStep('end-process', about);
    await world.settle();
    assert.equal(panel.panel.toasts.shown.length, 1);
  });

  it("background processes are reported after an abandoned run's runtime has ended", async () => {
    await runs();
    world.runtime.dispose = () => {
      world.processes.running = [server];
      return Promise.resolve();
    };
    void panel.panel.stop();
    await world.settle();
    panel.panel.stopAnyway();
    await world.settle();
    await moment();
    assert.match(notices().at(-1)?.text ?? '', /^Still running after the stop: node server\.js/);
  });

  it('the process of a closed window is reported in its stored thread', async () => {
    world.processes.running = [server];
    world.store.threads.set('old', { items: [], session: { title: 'old' } });
    panel.panel.follow('old');
    await world.settle();
    await moment();
    assert.match(notices()[0]?.text ?? '', /node server\.js \(PID 41\)/);
  });

  it('the log contains the number of background processes but no command', async () => {
    world.processes.running = [server];
    await stopped();
    await moment();
    assert.equal(world.lines.filter((line) => line.includes('background processes found, 1')).length, 1);
    assert.equal(
      world.lines.some((line) => line.includes('server.js')),
      false,
    );
  });
});
