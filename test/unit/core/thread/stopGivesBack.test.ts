import assert from 'node:assert/strict';
import type { Thread } from '../../../../src/extension/core/thread/thread';
import { turns } from '../../../fixtures/core/fakeClock';
import { StopWorld } from '../../../fixtures/core/stopWorld';
import type { TestPanel, World } from '../../../fixtures/core/world';

const command = { panelId: undefined, name: 'a command' };

describe('A stop', () => {
  let world: World;
  let panel: TestPanel;

  let thread: () => Thread;
  let stop: () => Promise<void>;
  let running: (text?: string) => Promise<void>;

  beforeEach(async () => {
    const bench = await StopWorld.open();
    ({ world, panel } = bench);
    thread = () => bench.thread();
    stop = () => bench.stop();
    running = (text) => bench.running(text);
  });

  it('hands back pictures with the words', async () => {
    await running();
    const image = { mimeType: 'image/png', data: 'AAAA' };
    panel.panel.draft.attach([image]);
    await panel.send('with a picture');
    await stop();
    assert.equal(panel.panel.draft.text, 'with a picture');
    assert.deepEqual(panel.panel.draft.images, [image]);
  });

  it('while pi is being loaded reaches the prompt: the model is never called and the words come back', async () => {
    world.factory.holdBuilds();
    await panel.send('hello');
    await stop();
    assert.equal(panel.panel.draft.text, 'hello');
    assert.equal(panel.panel.store.status.busy, false);
    assert.deepEqual(panel.transcript, []);
    world.factory.letBuild();
    await world.settle();
    assert.equal(world.runtime.asked.length, 0);
    await panel.send('again');
    assert.equal(world.runtime.asked.length, 1);
  });

  it('while a slash command waits for pi to be loaded hands the command back', async () => {
    world.factory.holdBuilds();
    await panel.send('/mode');
    await stop();
    world.factory.letBuild();
    await world.settle();
    assert.equal(panel.panel.draft.text, '/mode');
    assert.equal(world.runtime.asked.length, 0);
    assert.equal(panel.panel.store.status.busy, false);
  });

  it('before pi took the prompt hands it back once pi let it go', async () => {
    await panel.send('hello');
    await stop();
    assert.equal(panel.panel.draft.text, '');
    world.runtime.handle();
    await world.settle();
    assert.equal(panel.panel.draft.text, 'hello');
    assert.deepEqual(panel.transcript, []);
    assert.equal(panel.panel.store.status.busy, false);
  });

  it('before pi took the prompt keeps it if pi says it after all', async () => {
    await panel.send('hello');
    await stop();
    world.runtime.start();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.draft.text, '');
    assert.deepEqual(panel.transcript, ['person: hello']);
  });

  const bothInOneTick = async (): Promise<void> => {
    for (const text of ['one', 'two']) {
      panel.panel.draft.type(text);
      panel.panel.send('enqueue');
    }
    await turns();
    await stop();
    assert.equal(panel.panel.draft.text, '');
  };

  it('between two prompts of one tick hands back the second when pi delivers the first after all', async () => {
    await bothInOneTick();
    world.runtime.start();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.deepEqual(panel.transcript, ['person: one']);
    assert.equal(panel.panel.draft.text, 'two');
    assert.deepEqual(panel.queue, []);
  });

  it('between two prompts of one tick hands both back in the order in which they were sent', async () => {
    await bothInOneTick();
    world.runtime.handle();
    await world.settle();
    assert.deepEqual(panel.transcript, []);
    assert.equal(panel.panel.draft.text, 'one\n\ntwo');
  });

  it('of /compact hands back steering first, then the command, then what was sent after it', async () => {
    await panel.send('/compact');
    await panel.send('later');
    await panel.send('now', 'steer');
    await stop();
    world.runtime.handle();
    await world.settle();
    assert.equal(panel.panel.draft.text, 'now\n\n/compact\n\nlater');
  });

  it('that takes long keeps no words back for a prompt that pi still looks at', async () => {
    await bothInOneTick();
    world.clock.advance(1500);
    await world.settle();
    assert.equal(panel.panel.draft.text, 'two');
    world.runtime.reject('no');
    await world.settle();
    assert.equal(panel.panel.draft.text, 'two\n\none');
  });

  it('gives back once a steering prompt that pi took and had not said', async () => {
    await running();
    await panel.send('use port 4000', 'steer');
    world.runtime.turnEnds({ say: false });
    await stop();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.draft.text, 'use port 4000');
    assert.deepEqual(panel.transcript, ['person: hello']);
    assert.deepEqual(panel.queue, []);
  });

  it('leaves a steering prompt where it is when pi said it before', async () => {
    await running();
    await panel.send('use port 4000', 'steer');
    world.runtime.turnEnds();
    await stop();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.draft.text, '');
    assert.deepEqual(panel.transcript, ['person: hello', 'person: use port 4000']);
  });

  it('gives back at the settle what pi kept from the clear and never said', async () => {
    await running();
    await panel.send('use port 4000', 'steer');
    world.runtime.turnEnds({ say: false });
    // pi's loop has drained it: a clear finds nothing.
    world.runtime.handed.splice(0);
    await stop();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.draft.text, 'use port 4000');
  });

  it('gives pi no steering prompt once it was pressed', async () => {
    await running();
    await stop();
    await panel.send('too late', 'steer');
    assert.equal(world.runtime.turnEnds(), undefined);
    assert.deepEqual(panel.queue, ['too late']);
  });

  it('of a slash command that waits for an answer ends the question, and the command with it', async () => {
    await panel.send('/mode');
    const asked = world.runtime.host.ask({ kind: 'input', title: 'Which?' }, {});
    await world.settle();
    await stop();
    assert.deepEqual(await asked, { outcome: 'aborted' });
    world.runtime.handle();
    await world.settle();
    assert.equal(panel.panel.store.status.busy, false);
  });

  it('from a command hands the words to the panel of that thread that was last in use', async () => {
    const other = await world.panel('B');
    await running();
    await panel.send('later');
    other.follower.receive({ id: 1000, request: { type: 'focused' } });
    await turns();
    void thread().stop(undefined, command);
    await world.settle();
    assert.equal(other.panel.draft.text, 'later');
    assert.equal(panel.panel.draft.text, '');
  });

  it('with no panel open hands the words to the thread’s draft, where the next panel finds them', async () => {
    await running();
    await panel.send('later');
    const stopped = thread();
    panel.close();
    void stopped.stop(undefined, command);
    await world.settle();
    assert.deepEqual(world.orphaned, [stopped.id]);
    const next = await world.panel('C');
    await world.settle();
    assert.equal(next.panel.draft.text, 'later');
  });

  it('keeps the words although the panel went away before it heard of them', async () => {
    await running();
    await panel.send('later');
    panel.pipe = (frame, deliver) => {
      if (frame.type !== 'hand-back') deliver();
    };
    await stop();
    assert.equal(panel.panel.draft.text, '');
    await panel.reload();
    await world.settle();
    assert.equal(panel.panel.draft.text, 'later');
    await panel.reload();
    assert.equal(panel.panel.draft.text, 'later');
  });

  it('gives back once a prompt that pi put behind a run of an extension’s', async () => {
    await panel.send('hello');
    world.runtime.begin();
    const prompt = world.runtime.accept();
    world.runtime.handed.push(prompt);
    await stop();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.draft.text, 'hello');
    assert.deepEqual(panel.transcript, []);
    assert.equal(panel.panel.store.status.busy, false);
  });
});
