import assert from 'node:assert/strict';
import { admitPrompt } from '../../../../src/extension/core/thread/admission';
import { World, type TestPanel } from '../../../fixtures/core/world';

describe('Admission:', () => {
  let world: World;
  let panel: TestPanel;

  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
  });

  it('a prompt takes an idle thread, and its run ends with its own settle', async () => {
    await panel.send('hello');
    assert.equal(panel.panel.busy, true);
    world.runtime.start();
    world.runtime.say('hi');
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: hello', 'text: hi']);
    assert.equal(panel.panel.store.status.busy, true);
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.panel.store.status, { live: true, busy: false, generation: 1 });
    assert.equal(panel.panel.busy, false);
  });

  it('a prompt gets its receipt before pi responds', async () => {
    await panel.send('hello');
    const replies = panel.posted.filter((frame) => frame.type === 'reply' && 'generation' in frame.reply);
    assert.equal(replies.length, 1);
    assert.equal(world.runtime.asked.length, 1);
  });

  it('a prompt gets its receipt while pi is still loading', async () => {
    world.factory.holdBuilds();
    await panel.send('hello');
    assert.equal(panel.panel.outbox.entries.length, 0);
    assert.deepEqual(panel.transcript, ['pending: hello']);
    world.factory.letBuild();
    await world.settle();
    assert.equal(world.runtime.asked.length, 1);
  });

  it("the run's number is published before the receipt contains it", async () => {
    await panel.send('hello');
    const numbered = panel.posted.findIndex(
      (frame) => frame.type === 'status' && frame.status.generation === 1,
    );
    const receipt = panel.posted.findIndex((frame) => frame.type === 'reply' && 'generation' in frame.reply);
    assert.ok(numbered >= 0 && numbered < receipt);
  });

  it('the second of two simultaneous prompts is queued', async () => {
    panel.panel.draft.type('first');
    panel.panel.send('enqueue');
    panel.panel.draft.type('second');
    panel.panel.send('enqueue');
    await world.settle();
    assert.equal(world.runtime.asked.length, 1);
    assert.deepEqual(panel.queue, ['second']);
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: first', 'user: second']);
  });

  it('a prompt is queued behind a simultaneous one of another panel', async () => {
    const other = await world.panel('B');
    panel.panel.draft.type('from A');
    other.panel.draft.type('from B');
    panel.panel.send('enqueue');
    other.panel.send('enqueue');
    await world.settle();
    assert.equal(world.runtime.asked.length, 1);
    assert.deepEqual(panel.queue, ['from B']);
    assert.deepEqual(other.queue, ['from B']);
  });

  it('queued prompts run in the same generation as the first prompt', async () => {
    await panel.send('one');
    world.runtime.start();
    await panel.send('two');
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.panel.store.status, { live: true, busy: true, generation: 1 });
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.panel.store.status, { live: true, busy: false, generation: 1 });
  });

  it('a blank prompt is refused without taking the thread or loading pi', async () => {
    const thread = world.registry.create();
    const reply = await admitPrompt(thread, { text: ' \n', images: [] }, 'enqueue', {
      panelId: 'A',
      name: 'A',
    });
    assert.equal(reply.ok, false);
    assert.equal(reply.ok ? '' : reply.code, 'bad-request');
    assert.equal(thread.generation, 0);
    assert.equal(world.factory.builds, 0);
  });

  it('a prompt with only an image is admitted', async () => {
    const thread = world.registry.create();
    const images = [{ mimeType: 'image/png', data: 'AAAA' }];
    const reply = await admitPrompt(thread, { text: '', images }, 'enqueue', { panelId: 'A', name: 'A' });
    assert.equal(reply.ok, true);
  });

  it('a prompt that pi rejects is reported on the feed and comes back, and the thread is released', async () => {
    await panel.send('hello');
    world.runtime.reject('No model is chosen.', ['choose-model']);
    await world.settle();
    assert.deepEqual(panel.transcript, ['notice: No model is chosen.']);
    assert.equal(panel.panel.draft.text, 'hello');
    assert.equal(panel.panel.store.status.busy, false);
  });

  it('a rejected prompt is appended to text that was typed since', async () => {
    await panel.send('hello');
    panel.panel.draft.type('more');
    world.runtime.reject('No model is chosen.');
    await world.settle();
    assert.equal(panel.panel.draft.text, 'more\n\nhello');
  });

  it('a queued prompt that pi refuses keeps its place with the reason, and the queue pauses', async () => {
    await panel.send('one');
    world.runtime.start();
    await panel.send('two');
    await panel.send('three');
    world.runtime.settle();
    await world.settle();
    world.runtime.reject('No key.');
    await world.settle();
    assert.deepEqual(panel.queue, ['two', 'three']);
    assert.equal(panel.shown.queue[0]?.error, 'No key.');
    assert.equal(panel.shown.queuePaused, true);
    assert.equal(panel.panel.store.status.busy, false);
    assert.equal(world.runtime.asked.length, 0);
  });

  it('a new prompt resumes a paused queue in its order', async () => {
    await panel.send('one');
    world.runtime.start();
    await panel.send('two');
    world.runtime.settle({ failed: true });
    await world.settle();
    assert.equal(panel.shown.queuePaused, true);
    await panel.send('three');
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, 'two');
    assert.deepEqual(panel.queue, ['three']);
  });

  it("every sent prompt is one item in every panel, in the model's order, including identical prompts", async () => {
    const other = await world.panel('B');
    for (const text of ['same', 'same', 'other', 'same']) await panel.send(text);
    for (let run = 0; run < 4; run += 1) {
      world.runtime.start();
      world.runtime.say(`answer ${String(run)}`);
      world.runtime.settle();
      await world.settle();
    }
    const prompts = panel.transcript.filter((line) => line.startsWith('user'));
    assert.deepEqual(prompts, ['user: same', 'user: same', 'user: other', 'user: same']);
    assert.deepEqual(other.transcript, panel.transcript);
  });

  it('a repeated prompt is admitted once', async () => {
    await panel.send('hello');
    const request = {
      type: 'prompt',
      threadId: panel.shown.threadId,
      key: 'k',
      text: 'again',
      images: [],
      delivery: 'enqueue',
    };
    panel.follower.receive({ id: 900, request });
    panel.follower.receive({ id: 901, request });
    await world.settle();
    const receipts = panel.posted.flatMap((frame) =>
      frame.type === 'reply' && [900, 901].includes(frame.id) ? [frame.reply] : [],
    );
    assert.equal(receipts.length, 2);
    assert.deepEqual(receipts[0], receipts[1]);
    assert.deepEqual(panel.queue, ['again']);
  });

  it('an accepted prompt that is never delivered comes back with the reason, without a rejection on the feed', async () => {
    const seen = observedTypes(world, panel);
    await panel.send('hello');
    world.runtime.accept();
    world.runtime.settle();
    await world.settle();
    assert.equal(panel.panel.draft.text, 'hello');
    assert.match(panel.panel.composerMessage ?? '', /run ended before this message was delivered/);
    assert.ok(seen.includes('prompts-restored') && !seen.includes('prompt-rejected'));
    assert.equal(seen.at(-1), 'settled');
    assert.ok(world.lines.some((line) => /prompt [^:]+: accepted but not delivered$/.test(line)));
    assert.ok(!world.lines.some((line) => line.includes('hello')));
  });

  it('a queued prompt that is refused is logged, and the previous run settles without an activity', async () => {
    await panel.send('one');
    world.runtime.start();
    await panel.send('two');
    world.runtime.settle();
    await world.settle();
    const seen = observedTypes(world, panel);
    world.runtime.reject('No key.');
    await world.settle();
    assert.ok(seen.includes('settled'));
    assert.ok(world.lines.some((line) => line.startsWith('warn') && line.includes('refused at its turn')));
    world.runtime.host.observe({ type: 'activity', activity: { kind: 'command', name: 'late' } });
    await world.settle();
    assert.equal(panel.shown.activity, undefined);
    assert.equal(panel.panel.store.status.busy, false);
  });
});

/** Returns the types of what the thread's feed tells from now on. */
function observedTypes(world: World, panel: TestPanel): string[] {
  const seen: string[] = [];
  world.registry.peek(panel.shown.threadId)?.feed.follow({
    observed: ({ observation }) => seen.push(observation.type),
    statusChanged: () => undefined,
  });
  return seen;
}
