import assert from 'node:assert/strict';
import { idleState } from '../../../../src/extension/core/run/runState';
import { step } from '../../../../src/extension/core/run/step';
import { turns } from '../../../fixtures/core/fakeClock';
import { World, type TestPanel } from '../../../fixtures/core/world';

describe('Runs:', () => {
  let world: World;
  let panel: TestPanel;

  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
  });

  it('a run that no prompt started takes the thread', async () => {
    await panel.send('hello');
    world.runtime.start();
    world.runtime.settle();
    world.runtime.begin();
    await world.settle();
    assert.deepEqual(panel.panel.store.status, { live: true, busy: true, generation: 2 });
    world.runtime.settle();
    await world.settle();
    assert.equal(panel.panel.store.status.busy, false);
  });

  it("a run that no prompt started doesn't lose a prompt that is being admitted", async () => {
    await panel.send('hello');
    world.runtime.begin();
    world.runtime.settle();
    await world.settle();
    assert.equal(panel.panel.store.status.busy, true);
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: hello']);
    assert.equal(panel.panel.store.status.busy, false);
  });

  it("runs of two threads don't affect each other", async () => {
    await panel.send('hello');
    const first = world.runtime;
    const other = await world.panel('B');
    await other.follower.follow(world.registry.create().id);
    await world.settle();
    await other.send('there');
    const second = world.runtime;
    first.start();
    second.start();
    first.say('for A');
    second.say('for B');
    first.settle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: hello', 'text: for A']);
    assert.deepEqual(other.transcript, ['user: there', 'text: for B']);
    assert.equal(panel.panel.store.status.busy, false);
    assert.equal(other.panel.store.status.busy, true);
  });

  it('a run continues when all panels are closed', async () => {
    await panel.send('hello');
    world.runtime.start();
    panel.close();
    world.runtime.say('still here');
    world.runtime.settle();
    const again = await world.panel('C');
    assert.deepEqual(again.transcript, ['user: hello', 'text: still here']);
  });

  it('an event of an earlier run changes nothing', () => {
    const running = { ...idleState, generation: 2, busy: true, agent: { at: 'running' as const } };
    for (const event of [
      { on: 'abort-ended', generation: 1, ok: true },
      { on: 'accepted', messageId: 'old', how: 'handled' },
      { on: 'refused', messageId: 'old', refusal: { reason: 'late' } },
      { on: 'returned', prompts: [] },
    ] as const)
      assert.deepEqual(step(running, event), [running, []]);
  });

  it("a run uses a session with another program's messages, which the panels show", async () => {
    await panel.send('one');
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    const old = world.runtime;
    const items = [
      { kind: 'user' as const, id: 'x', text: 'from the terminal', images: [], state: 'delivered' as const },
    ];
    old.externalChanges = () => Promise.resolve({ items, diverged: false });
    await panel.send('two');
    await world.settle();
    assert.notEqual(world.runtime, old);
    assert.deepEqual(
      old.asked.map(({ prompt }) => prompt.text),
      [],
    );
    world.runtime.start();
    await world.settle();
    const [first, theirs, word, mine] = panel.transcript;
    assert.deepEqual([first, theirs, mine], ['user: one', 'user: from the terminal', 'user: two']);
    assert.match(word ?? '', /This thread was continued in another program/);
  });

  it("a prompt is refused if the thread's file is unreadable, and a stop meanwhile returns it", async () => {
    await panel.send('one');
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    world.runtime.externalChanges = () => Promise.reject(new Error('The file is gone.'));
    await panel.send('two');
    await world.settle();
    assert.equal(panel.panel.draft.text, 'two');
    assert.match(panel.transcript.at(-1) ?? '', /The file is gone/);
    world.runtime.externalChanges = () => new Promise(() => undefined);
    await panel.panel.stop();
    panel.panel.draft.insert('three', true);
    panel.panel.send('enqueue');
    await world.settle();
    await panel.panel.stop();
    await world.settle();
    assert.equal(panel.panel.draft.text, 'three');
    assert.equal(panel.panel.busy, false);
  });

  it('the next run uses the same session', async () => {
    for (const text of ['one', 'two']) {
      await panel.send(text);
      world.runtime.start();
      world.runtime.settle();
      await world.settle();
    }
    assert.equal(world.factory.builds, 1);
  });

  it('the end of a run starts the idle timer, which unloads the runtime', async () => {
    await panel.send('one');
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    world.clock.advance(world.idleMs);
    await world.settle();
    assert.equal(world.runtime.disposed, true);
    assert.deepEqual(panel.panel.store.status, { live: false, busy: false, generation: 1 });
    await panel.send('two');
    assert.equal(world.factory.builds, 2);
  });

  for (const [what, arrange] of [
    [
      'a run',
      (w: World) => {
        w.runtime.begin();
      },
    ],
    [
      'a queue that waits for the user',
      (w: World) => {
        w.runtime.begin();
        w.runtime.settle({ failed: true });
      },
    ],
    [
      'an open question',
      (w: World) => {
        void w.runtime.host.ask({ kind: 'input', title: 'Name?' }, {});
      },
    ],
    [
      'a compaction',
      (w: World) => {
        w.runtime.compacting = true;
      },
    ],
  ] as const) {
    it(`the idle timer doesn't unload pi because of ${what}`, async () => {
      await panel.send('one');
      world.runtime.start();
      if (what.startsWith('a queue')) await panel.send('waits');
      if (what.startsWith('a queue')) world.runtime.settle({ failed: true });
      else world.runtime.settle();
      await world.settle();
      if (!what.startsWith('a queue')) arrange(world);
      world.clock.advance(world.idleMs * 2);
      await turns();
      assert.equal(world.runtime.disposed, false);
    });
  }

  it("concurrent prompts load a thread's runtime once", async () => {
    world.factory.holdBuilds();
    const thread = world.registry.create();
    const both = [thread.slot.get(), thread.slot.get()];
    world.factory.letBuild();
    const [one, two] = await Promise.all(both);
    assert.equal(one, two);
    assert.equal(world.factory.builds, 1);
  });

  it("a runtime that can't be loaded rejects the prompt, and the next prompt tries again", async () => {
    world.factory.fails = new Error('The session file is broken.');
    await panel.send('hello');
    assert.deepEqual(panel.transcript, ['notice: The session file is broken.']);
    assert.equal(panel.panel.draft.text, 'hello');
    world.factory.fails = undefined;
    await panel.send('hello');
    world.runtime.start();
    await world.settle();
    assert.ok(panel.transcript.includes('user: hello'));
  });
});
