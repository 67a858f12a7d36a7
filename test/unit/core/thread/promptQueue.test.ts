import assert from 'node:assert/strict';
import type { PanelRequest } from '../../../../src/protocol/requests';
import { World, type TestPanel } from '../../../fixtures/core/world';

describe('The queue:', () => {
  let world: World;
  let panel: TestPanel;
  let other: TestPanel;
  let asks = 2000;

  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
    other = await world.panel('B');
    await panel.send('first');
    world.runtime.start();
    for (const text of ['one', 'two', 'three']) await panel.send(text);
  });

  const idOf = (text: string): string =>
    panel.shown.queue.find((item) => item.text === text)?.messageId ?? 'gone';
  const change = async (request: PanelRequest): Promise<string> => {
    asks += 1;
    other.follower.receive({ id: asks, request });
    await world.settle();
    const reply = other.posted.findLast((frame) => frame.type === 'reply' && frame.id === asks);
    return reply?.type === 'reply' && !reply.reply.ok ? reply.reply.code : 'ok';
  };
  const run = async (): Promise<void> => {
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
  };
  const threadId = (): string => panel.shown.threadId;

  it('every panel shows the queue in the order of delivery, steering first', async () => {
    await other.send('at once', 'steer');
    await world.settle();
    const shown = (from: TestPanel): string[] =>
      from.shown.queue.map((item) => `${item.text} (${item.delivery})`);
    assert.deepEqual(shown(panel), ['at once (steer)', 'one (enqueue)', 'two (enqueue)', 'three (enqueue)']);
    assert.deepEqual(shown(other), shown(panel));
  });

  it('queued prompts are delivered once, in the order of arrival for each kind', async () => {
    await other.send('at once', 'steer');
    world.runtime.turnEnds();
    world.runtime.settle();
    await world.settle();
    for (let left = 0; left < 3; left += 1) await run();
    const order = ['user: first', 'user: at once', 'user: one', 'user: two', 'user: three'];
    assert.deepEqual(panel.transcript, order);
    assert.deepEqual(other.transcript, order);
  });

  it('an edited prompt keeps its place and kind', async () => {
    assert.equal(
      await change({
        type: 'edit-queued',
        threadId: threadId(),
        messageId: idOf('two'),
        text: 'two, better',
      }),
      'ok',
    );
    assert.deepEqual(panel.queue, ['one', 'two, better', 'three']);
    assert.ok(panel.shown.queue.every((item) => item.delivery === 'enqueue'));
  });

  it('queued prompts can be removed and moved', async () => {
    await change({ type: 'move-queued', threadId: threadId(), messageId: idOf('three'), by: -1 });
    assert.deepEqual(panel.queue, ['one', 'three', 'two']);
    await change({ type: 'move-queued', threadId: threadId(), messageId: idOf('one'), by: -1 });
    assert.deepEqual(panel.queue, ['one', 'three', 'two']);
    await change({ type: 'remove-queued', threadId: threadId(), messageId: idOf('three') });
    assert.deepEqual(panel.queue, ['one', 'two']);
  });

  it('“Send Now” delivers a prompt at the end of the current turn, before all others', async () => {
    await change({ type: 'send-queued-now', threadId: threadId(), messageId: idOf('three') });
    world.runtime.turnEnds();
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: first', 'user: three']);
    assert.deepEqual(panel.queue, ['one', 'two']);
  });

  it('a steering command runs at its turn instead of steering the model', async () => {
    await panel.send('/compact', 'steer');
    await panel.send('quick', 'steer');
    world.runtime.turnEnds();
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: first', 'user: quick']);
    world.runtime.settle();
    await world.settle();
    assert.equal(world.runtime.asked.at(-1)?.prompt.text, '/compact');
  });

  it('a change of a delivered prompt is refused with a message, without duplicates', async () => {
    const messageId = idOf('one');
    world.runtime.settle();
    await world.settle();
    assert.equal(
      await change({ type: 'edit-queued', threadId: threadId(), messageId, text: 'late' }),
      'not-queued',
    );
    assert.equal(await change({ type: 'remove-queued', threadId: threadId(), messageId }), 'not-queued');
    assert.equal(await change({ type: 'send-queued-now', threadId: threadId(), messageId }), 'not-queued');
    for (let left = 0; left < 3; left += 1) await run();
    assert.deepEqual(panel.transcript, ['user: first', 'user: one', 'user: two', 'user: three']);
  });

  it('an edit to an empty text is refused', async () => {
    assert.equal(
      await change({ type: 'edit-queued', threadId: threadId(), messageId: idOf('one'), text: ' ' }),
      'not-queued',
    );
    assert.deepEqual(panel.queue, ['one', 'two', 'three']);
  });

  it('the queue pauses in view after a failed run', async () => {
    world.runtime.settle({ failed: true });
    await world.settle();
    assert.deepEqual(other.queue, ['one', 'two', 'three']);
    assert.equal(world.runtime.asked.length, 0);
    assert.equal(await change({ type: 'resume-queue', threadId: threadId() }), 'ok');
    assert.equal(world.runtime.asked[0]?.prompt.text, 'one');
  });

  it("opening a thread doesn't resume its paused queue", async () => {
    world.runtime.settle({ failed: true });
    await world.settle();
    await panel.reload();
    await world.panel('C');
    await world.settle();
    assert.equal(world.runtime.asked.length, 0);
  });

  it('prompts that arrive during a compaction are queued in view and delivered once', async () => {
    for (const text of ['one', 'two', 'three']) {
      await change({ type: 'remove-queued', threadId: threadId(), messageId: idOf(text) });
    }
    world.runtime.settle();
    await world.settle();
    world.runtime.compacting = true;
    world.runtime.host.observe({ type: 'activity', activity: { kind: 'compacting' } });
    // The thread is idle for the core until pi is asked; a prompt that pi can't take yet has to wait.
    await panel.send('marker-123');
    await world.settle();
    assert.deepEqual(panel.queue, ['marker-123']);
    world.runtime.compacting = false;
    world.runtime.host.observe({ type: 'activity', activity: undefined });
    await world.settle();
    assert.deepEqual(
      world.runtime.asked.map(({ prompt }) => prompt.text),
      ['marker-123'],
    );
  });

  it('a steering prompt that pi took and never delivered goes back to the queue when the run ends', async () => {
    await panel.send('at once', 'steer');
    world.runtime.turnEnds({ deliver: false });
    world.runtime.steering.splice(0);
    world.runtime.settle();
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, 'at once');
  });

  it('a steering prompt that pi refuses comes back with the reason', async () => {
    await panel.send('at once', 'steer');
    const taken = world.runtime.turnEnds({ deliver: false });
    world.runtime.steering.splice(0);
    world.runtime.host.steeringRefused(taken?.messageId ?? '', { reason: 'An extension would not have it.' });
    await world.settle();
    assert.equal(panel.panel.draft.text, 'at once');
    assert.ok(panel.transcript.includes('notice: An extension would not have it.'));
    assert.equal(panel.panel.store.status.busy, true);
  });
});
