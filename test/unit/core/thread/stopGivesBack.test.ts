import assert from 'node:assert/strict';
import type { Thread } from '../../../../src/extension/core/thread/thread';
import { turns } from '../../../fixtures/core/fakeClock';
import { StopWorld } from '../../../fixtures/core/stopWorld';
import type { TestPanel, World } from '../../../fixtures/core/world';

const command = { panelId: undefined, name: 'a command' };

describe('Prompts that a stop returns:', () => {
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

  it('a stop returns images with their text', async () => {
    await running();
    const image = { mimeType: 'image/png', data: 'AAAA' };
    panel.panel.draft.attach([image]);
    await panel.send('with a picture');
    await stop();
    assert.equal(panel.panel.draft.text, 'with a picture');
    assert.deepEqual(panel.panel.draft.images, [image]);
  });

  it('a stop while pi is loading returns the prompt, and the model is never called', async () => {
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

  it('a stop returns a slash command that waits for pi', async () => {
    world.factory.holdBuilds();
    await panel.send('/mode');
    await stop();
    world.factory.letBuild();
    await world.settle();
    assert.equal(panel.panel.draft.text, '/mode');
    assert.equal(world.runtime.asked.length, 0);
    assert.equal(panel.panel.store.status.busy, false);
  });

  it('a stop before pi accepted the prompt returns it when pi rejects it', async () => {
    await panel.send('hello');
    await stop();
    assert.equal(panel.panel.draft.text, '');
    world.runtime.handle();
    await world.settle();
    assert.equal(panel.panel.draft.text, 'hello');
    assert.deepEqual(panel.transcript, []);
    assert.equal(panel.panel.store.status.busy, false);
  });

  it("a prompt that pi delivers after a stop doesn't come back", async () => {
    await panel.send('hello');
    await stop();
    world.runtime.start();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.draft.text, '');
    assert.deepEqual(panel.transcript, ['user: hello']);
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

  it('a stop between two prompts returns the second if pi delivers the first', async () => {
    await bothInOneTick();
    world.runtime.start();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: one']);
    assert.equal(panel.panel.draft.text, 'two');
    assert.deepEqual(panel.queue, []);
  });

  it('a stop between two prompts returns both in the order in which they were sent', async () => {
    await bothInOneTick();
    world.runtime.handle();
    await world.settle();
    assert.deepEqual(panel.transcript, []);
    assert.equal(panel.panel.draft.text, 'one\n\ntwo');
  });

  it('a stop of /compact returns steering first, then the command, then later prompts', async () => {
    await panel.send('/compact');
    await panel.send('later');
    await panel.send('now', 'steer');
    await stop();
    world.runtime.handle();
    await world.settle();
    assert.equal(panel.panel.draft.text, 'now\n\n/compact\n\nlater');
  });

  it("a slow stop doesn't wait for a prompt that pi hasn't settled", async () => {
    await bothInOneTick();
    world.clock.advance(1500);
    await world.settle();
    assert.equal(panel.panel.draft.text, 'two');
    world.runtime.reject('no');
    await world.settle();
    assert.equal(panel.panel.draft.text, 'two\n\none');
  });

  it('a stop returns an undelivered steering prompt once', async () => {
    await running();
    await panel.send('use port 4000', 'steer');
    world.runtime.turnEnds({ deliver: false });
    await stop();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.draft.text, 'use port 4000');
    assert.deepEqual(panel.transcript, ['user: hello']);
    assert.deepEqual(panel.queue, []);
  });

  it("a stop doesn't return a delivered steering prompt", async () => {
    await running();
    await panel.send('use port 4000', 'steer');
    world.runtime.turnEnds();
    await stop();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.draft.text, '');
    assert.deepEqual(panel.transcript, ['user: hello', 'user: use port 4000']);
  });

  it('prompts that pi kept and never delivered come back when the run settles', async () => {
    await running();
    await panel.send('use port 4000', 'steer');
    world.runtime.turnEnds({ deliver: false });
    // pi's loop has drained it: a clear finds nothing.
    world.runtime.steering.splice(0);
    await stop();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.draft.text, 'use port 4000');
  });

  it('no steering prompt goes to pi after a stop', async () => {
    await running();
    await stop();
    await panel.send('too late', 'steer');
    assert.equal(world.runtime.turnEnds(), undefined);
    assert.deepEqual(panel.queue, ['too late']);
  });

  it("a stop settles a command's question and ends the command", async () => {
    await panel.send('/mode');
    const asked = world.runtime.host.ask({ kind: 'input', title: 'Which?' }, {});
    await world.settle();
    await stop();
    assert.deepEqual(await asked, { outcome: 'aborted' });
    world.runtime.handle();
    await world.settle();
    assert.equal(panel.panel.store.status.busy, false);
  });

  it("a stop by a command returns prompts to the thread's panel that was last in use", async () => {
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

  it("a stop without a panel returns prompts to the thread's draft, which the next panel opens", async () => {
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

  it('returned prompts are kept if the panel closes before it receives them', async () => {
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

  it("a stop returns once a prompt that pi queued behind an extension's run", async () => {
    await panel.send('hello');
    world.runtime.begin();
    const prompt = world.runtime.accept();
    world.runtime.steering.push(prompt);
    await stop();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.draft.text, 'hello');
    assert.deepEqual(panel.transcript, []);
    assert.equal(panel.panel.store.status.busy, false);
  });
});
