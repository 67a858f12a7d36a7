import assert from 'node:assert/strict';
import { Deferred } from '../../../../src/extension/base/deferred';
import { World, type TestPanel } from '../../../fixtures/core/world';

/** Faults that random interleavings have found, each as the story to which it shrank. */
describe('Found by random interleavings:', () => {
  let world: World;
  let panel: TestPanel;

  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
  });

  it('a late receipt starts no run in the thread that is followed now', async () => {
    panel.panel.ask({ type: 'new-thread' });
    panel.panel.draft.type('hello');
    panel.panel.send('enqueue');
    await world.settle();
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    assert.equal(panel.panel.store.status.busy, false);
    assert.equal(panel.panel.busy, false);
  });

  it('a thread that is forgotten after a failed load leaves no timer', async () => {
    world.factory.fails = new Error('The session file is broken.');
    await panel.send('hello');
    world.clock.advance(1_000);
    panel.close();
    await world.settle();
    assert.deepEqual(world.registry.open, []);
    assert.equal(world.clock.pending, 0);
  });

  it('a refused extension command comes back and has no item', async () => {
    await panel.send('/mode fast');
    world.runtime.reject('It is gone.');
    await world.settle();
    assert.deepEqual(panel.transcript, ['notice: It is gone.']);
    assert.equal(panel.panel.draft.text, '/mode fast');
  });

  it('a hidden panel gets the hand-backs when it is shown', async () => {
    await panel.send('hello');
    panel.visible = false;
    world.runtime.reject('No model is chosen.');
    await world.settle();
    panel.visible = true;
    panel.panel.pageShown();
    panel.follower.shown();
    await world.settle();
    assert.equal(panel.panel.draft.text, 'hello');
  });

  it('a prompt that arrives just before its panel closes runs in the thread that the next panel shows', async () => {
    const { threadId } = panel.shown;
    panel.follower.receive({
      id: 1,
      request: { type: 'prompt', threadId, key: 'k', text: 'hello', images: [], delivery: 'enqueue' },
    });
    panel.follower.dispose();
    await world.settle();
    const next = await world.panel('B');
    assert.deepEqual(next.transcript, ['pending: hello']);
  });

  for (const hops of [1, 2, 3, 4, 5, 6, 7, 8]) {
    it(`a thread whose last panel closes ${String(hops)} microtasks after another panel requests it stays the open thread`, async () => {
      const { threadId } = panel.shown;
      const last = await world.panel('B');
      panel.follower.receive({ id: 1, request: { type: 'new-thread' } });
      await world.settle();
      const opening = panel.follower.follow(threadId);
      for (let hop = 0; hop < hops; hop += 1) await Promise.resolve();
      last.follower.dispose();
      await opening;
      assert.equal(world.registry.peek(threadId)?.feed.followerCount, 1);
    });

    it(`prompts that are handed back ${String(hops)} microtasks after a page starts are in its composer`, async () => {
      await panel.send('hello');
      const reloading = panel.reload();
      for (let hop = 0; hop < hops; hop += 1) await Promise.resolve();
      world.runtime.reject('No model is chosen.');
      await reloading;
      await world.settle();
      assert.equal(panel.panel.draft.text, 'hello');
    });
  }

  it("undelivered prompts are saved to the thread's draft when the host ends", async () => {
    await panel.send('delivered');
    world.runtime.start();
    await panel.send('waits');
    const { threadId } = panel.shown;
    panel.close();
    await world.registry.dispose();
    await world.drafts.flush();
    assert.match(JSON.stringify(world.files.files.get(`draft-${threadId}`)), /waits/);
    assert.equal(world.clock.pending, 0);
  });

  it('the next panel of a thread gets the draft of a closed panel that had left the thread', async () => {
    const { threadId } = panel.shown;
    panel.panel.draft.type('half a thought');
    panel.panel.ask({ type: 'new-thread' });
    await world.settle();
    assert.notEqual(panel.shown.threadId, threadId);
    panel.close();
    await world.settle();
    const next = await world.panel('B');
    next.panel.follow(threadId);
    await world.settle();
    assert.equal(next.panel.draft.text, 'half a thought');
  });

  it("a prompt that is refused after its panel closed is saved to the thread's draft", async () => {
    world.factory.holdBuilds();
    await panel.send('/nope');
    panel.close();
    world.factory.letBuild();
    await world.settle();
    const next = await world.panel('B');
    assert.equal(next.panel.draft.text, '/nope');
  });

  it("a stop in progress doesn't end a later run", async () => {
    world.factory.holdBuilds();
    const { threadId } = panel.shown;
    const ask = (id: number, request: object): void => {
      panel.follower.receive({ id, request: { threadId, ...request } });
    };
    const prompt = { type: 'prompt', images: [], delivery: 'enqueue' };
    ask(1, { ...prompt, key: 'a', text: 'one' });
    ask(2, { type: 'stop' });
    ask(3, { ...prompt, key: 'b', text: '/mode' });
    world.factory.letBuild();
    await world.settle();
    assert.deepEqual(panel.transcript, ['command: /mode']);
    assert.equal(panel.panel.draft.text, 'one');
  });

  it('a stop that pi ends late reports nothing about an ended run', async () => {
    await panel.send('hello');
    world.runtime.abort = () => new Promise(() => undefined);
    await panel.panel.stop();
    world.runtime.handle();
    await world.settle();
    world.clock.advance(2_000);
    await world.settle();
    assert.equal(panel.shown.stopping, undefined);
  });

  it("the idle timer doesn't unload a runtime during a stop", async () => {
    await panel.send('hello');
    world.runtime.abort = () => new Promise(() => undefined);
    await panel.panel.stop();
    world.runtime.handle();
    await world.settle();
    world.clock.advance(world.idleMs);
    assert.equal(world.runtime.disposed, false);
  });

  it("a command that waits long for pi gets a receipt before the panel's timeout", async () => {
    world.factory.holdBuilds();
    await panel.send('/mode');
    for (let second = 0; second < 12; second += 1) {
      world.clock.advance(1_000);
      await world.settle();
    }
    assert.equal(panel.panel.draft.text, '');
    world.factory.letBuild();
    await world.settle();
    assert.equal(world.runtime.asked.length, 1);
    world.runtime.handle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['command: /mode']);
  });

  it('a panel that closes while it opens a thread follows no thread', async () => {
    const { threadId } = panel.shown;
    panel.close();
    await panel.follower.follow(threadId);
    assert.equal(world.registry.peek(threadId), undefined);
  });

  it("a prompt that an extension's message overtakes comes after it in the transcript", async () => {
    await panel.send('hello');
    world.runtime.begin();
    world.runtime.host.observe({
      type: 'item-added',
      item: { kind: 'user', id: 'e1', text: 'of its own accord', images: [], state: 'delivered' },
    });
    world.runtime.say('Yes.');
    const { messageId } = world.runtime.accept();
    world.runtime.host.promptDelivered(messageId);
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: of its own accord', 'text: Yes.', 'user: hello']);
  });

  it("the session of an abandoned run ends before the thread's next session starts", async () => {
    await panel.send('hello');
    world.runtime.accept();
    const ended = new Deferred();
    world.runtime.abort = () => new Promise(() => undefined);
    world.runtime.dispose = () => ended.promise;
    await panel.panel.stop();
    panel.panel.stopAnyway();
    await world.settle();
    await panel.send('again');
    assert.equal(world.factory.builds, 1);
    ended.resolve();
    await world.settle();
    assert.equal(world.factory.builds, 2);
    assert.equal(world.runtime.asked.length, 1);
  });

  it("an extension's compaction can be stopped, and prompts sent meanwhile come back", async () => {
    await panel.send('hello');
    world.runtime.start();
    world.runtime.settle();
    world.runtime.compacting = true;
    world.runtime.host.observe({ type: 'activity', activity: { kind: 'compacting' } });
    await world.settle();
    await panel.send('next');
    assert.equal(panel.panel.busy, true);
    await panel.panel.stop();
    assert.equal(world.runtime.aborts, 1);
    world.runtime.compacting = false;
    world.runtime.host.observe({ type: 'activity', activity: undefined });
    await world.settle();
    assert.equal(panel.panel.busy, false);
    assert.equal(panel.panel.draft.text, 'next');
  });

  it("a notice's button that is pressed just before its panel closes acts on the open thread", async () => {
    const { threadId } = panel.shown;
    panel.follower.receive({ id: 1, request: { type: 'next-step', threadId, step: 'compact' } });
    panel.follower.dispose();
    await world.settle();
    const next = await world.panel('B');
    assert.deepEqual(next.transcript, ['pending: /compact']);
  });
});
