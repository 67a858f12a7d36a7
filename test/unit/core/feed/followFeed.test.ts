import assert from 'node:assert/strict';
import type { Frame } from '../../../../src/protocol/frames';
import { turns } from '../../../fixtures/core/fakeClock';
import { World, type TestPanel } from '../../../fixtures/core/world';

const observations = (panel: TestPanel) =>
  panel.posted.flatMap((frame) => (frame.type === 'observations' ? [frame] : []));

describe('Following a thread:', () => {
  let world: World;
  let panel: TestPanel;

  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
    await panel.send('hello');
    world.runtime.start();
    await world.settle();
  });

  it('a follower gets a snapshot first, then observations whose numbers rise by one', async () => {
    for (const word of ['a', 'b', 'c']) {
      world.runtime.say(word);
      await world.settle();
    }
    const first = panel.posted.find((frame) => frame.type === 'snapshot');
    let seq = first?.snapshot.seq ?? -1;
    for (const frame of observations(panel)) {
      assert.equal(frame.from, seq + 1);
      seq = frame.to;
    }
  });

  it('the deltas of one text are joined in each frame', async () => {
    const before = observations(panel).length;
    for (let piece = 0; piece < 500; piece += 1) world.runtime.say('x');
    await world.settle();
    const frames = observations(panel).slice(before);
    assert.ok(frames.length <= 2);
    assert.equal(
      frames.flatMap((frame) => frame.items).filter((item) => item.type === 'text-delta').length,
      1,
    );
    assert.equal(panel.transcript.at(-1), `text: ${'x'.repeat(500)}`);
  });

  it('growing text is throttled, and new items are posted at once', async () => {
    world.runtime.say('start');
    await world.settle();
    const before = observations(panel).length;
    for (let ms = 0; ms < 320; ms += 1) {
      world.runtime.say('x');
      world.clock.advance(1);
    }
    await turns();
    const posts = observations(panel).length - before;
    assert.ok(posts >= 10 && posts <= 12, `${String(posts)} posts in 320 ms`);
    world.runtime.host.observe({
      type: 'item-added',
      item: { kind: 'notice', id: 'n', level: 'info', text: 'something new' },
    });
    world.clock.advance(0);
    await turns();
    assert.equal(panel.transcript.at(-1), 'notice: something new');
  });

  it('posts contain only new content, however long the thread is', async () => {
    const bytesFor = async (): Promise<number> => {
      const before = observations(panel).length;
      world.runtime.say('a word ');
      await world.settle();
      return JSON.stringify(observations(panel).slice(before)).length;
    };
    world.runtime.say('start');
    await world.settle();
    const early = await bytesFor();
    for (let item = 0; item < 2000; item += 1) {
      world.runtime.host.observe({
        type: 'item-added',
        item: { kind: 'notice', id: `n${String(item)}`, level: 'info', text: 'one more line' },
      });
    }
    await world.settle();
    const late = await bytesFor();
    assert.ok(late <= early + 20, `${String(late)} bytes late, ${String(early)} early`);
  });

  it('a panel that detects a gap gets the tail, without duplicates', async () => {
    let dropped = 0;
    panel.pipe = (frame, deliver) => {
      if (frame.type === 'observations' && dropped === 0) dropped += 1;
      else deliver();
    };
    world.runtime.say('lost ');
    await world.settle();
    world.runtime.say('found');
    await world.settle();
    await world.settle();
    assert.equal(dropped, 1);
    assert.equal(panel.transcript.at(-1), 'text: lost found');
    assert.equal(panel.posted.filter((frame) => frame.type === 'snapshot').length, 1);
  });

  it('a panel that missed more than the tail gets a snapshot', async () => {
    const { threadId } = panel.shown;
    panel.follower.receive({ id: 1, request: { type: 'follow', threadId, epoch: 'another', seq: 2 } });
    await world.settle();
    assert.equal(panel.posted.filter((frame) => frame.type === 'snapshot').length, 2);
  });

  it('a hidden panel gets no posts and catches up when it is shown', async () => {
    await panel.hide();
    const before = panel.posted.length;
    for (let piece = 0; piece < 50; piece += 1) world.runtime.say('x');
    world.runtime.settle();
    await world.settle();
    assert.ok(panel.posted.slice(before).every((frame) => frame.type === 'reply'));
    await panel.show();
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: hello', `text: ${'x'.repeat(50)}`]);
    assert.equal(panel.panel.store.status.busy, false);
  });

  it('a reload in the middle of a text causes no gap and no duplicate', async () => {
    world.runtime.say('before ');
    const reloaded = panel.reload();
    world.runtime.say('during ');
    await reloaded;
    world.runtime.say('after');
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: hello', 'text: before during after']);
  });

  it('a panel requests its thread until it has a snapshot', async () => {
    const late = await world.panel('B');
    let lost = 3;
    late.pipe = (frame, deliver) => {
      if (frame.type === 'snapshot' && lost > 0) lost -= 1;
      else deliver();
    };
    await late.reload();
    for (let second = 0; second < 4; second += 1) {
      world.clock.advance(1000);
      await turns();
    }
    assert.deepEqual(late.transcript, panel.transcript);
  });

  it("a follower that throws doesn't affect other followers", async () => {
    const bad = await world.panel('B');
    bad.pipe = () => {
      throw new Error('gone');
    };
    world.runtime.say('hi');
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: hello', 'text: hi']);
    assert.equal(panel.panel.store.status.busy, false);
  });

  it('a stored thread is read without a runtime', async () => {
    world.store.threads.set('old', {
      items: [{ kind: 'user', id: 'e1', text: 'long ago', images: [], state: 'delivered' }],
      session: { title: 'Old times' },
    });
    const builds = world.factory.builds;
    await panel.follower.follow('old');
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: long ago']);
    assert.equal(panel.shown.session.title, 'Old times');
    assert.equal(world.factory.builds, builds);
  });

  it('concurrent requests read a stored thread once', async () => {
    world.store.threads.set('old', { items: [], session: {} });
    await Promise.all([world.registry.acquire('old'), world.registry.acquire('old')]);
    assert.equal(world.store.reads, 1);
  });

  it('a panel shows the thread that it requested last, whichever is read first', async () => {
    world.store.threads.set('old', { items: [], session: {} });
    await Promise.all([panel.follower.follow('old'), panel.follower.follow(world.registry.create().id)]);
    await world.settle();
    assert.notEqual(panel.follower.threadId, 'old');
    const [last] = panel.posted.filter((frame) => frame.type === 'snapshot').slice(-1);
    assert.equal(last?.snapshot.state.threadId, panel.follower.threadId);
  });

  it('a panel gets the end of a long thread, and older pages on request', async () => {
    const items = Array.from({ length: 300 }, (_, index) => ({
      kind: 'notice' as const,
      id: `n${String(index)}`,
      level: 'info' as const,
      text: String(index),
    }));
    world.store.threads.set('long', { items, session: {} });
    await panel.follower.follow('long');
    await world.settle();
    assert.ok(panel.shown.items.length < 150);
    assert.equal(panel.shown.items.length + panel.shown.earlier, 300);
    while (panel.shown.earlier > 0) await panel.panel.fetchOlder();
    assert.deepEqual(
      panel.shown.items.map(({ id }) => id),
      items.map(({ id }) => id),
    );
  });

  it("the panel's state always ends up equal to the host's", async () => {
    const other = await world.panel('B');
    world.runtime.say('one ');
    await other.hide();
    world.runtime.say('two');
    await panel.send('later');
    await other.show();
    world.runtime.settle();
    await world.settle();
    const thread = world.registry.peek(panel.shown.threadId);
    assert.deepEqual(panel.shown, thread?.feed.state);
    assert.deepEqual(other.shown, thread?.feed.state);
  });
});

describe('Requests of a panel:', () => {
  it('an invalid message of any form is refused with a reason, without its content in the log', async () => {
    const world = new World();
    const panel = await world.panel('A');
    const bad: readonly unknown[] = [
      undefined,
      null,
      7,
      'secret',
      [],
      {},
      { id: 1 },
      { id: 2, request: { type: 'secret' } },
      { id: 3, request: { type: 'prompt', text: 'secret' } },
      { id: 4, request: { type: 'stop', threadId: 9 } },
      { id: -1, request: { type: 'threads' } },
      { id: 5, request: JSON.parse('{"__proto__":{"type":"threads"}}') as unknown },
    ];
    for (const message of bad) panel.follower.receive(message);
    await turns();
    const refused = panel.posted.filter(
      (frame: Frame) => frame.type === 'reply' && !frame.reply.ok && frame.reply.code === 'bad-request',
    );
    assert.ok(refused.length >= 5);
    assert.ok(world.lines.filter((line) => line.includes('invalid message')).length >= bad.length);
    assert.ok(!world.lines.some((line) => line.includes('secret')));
  });

  it('a request about an unknown thread gets a specific refusal', async () => {
    const world = new World();
    const panel = await world.panel('A');
    const codes: string[] = [];
    const requests = [
      { type: 'stop', threadId: 'none' },
      { type: 'answer', threadId: 'none', dialogId: 'd', answer: { value: 'x' } },
      { type: 'remove-queued', threadId: 'none', messageId: 'm' },
    ];
    requests.forEach((request, index) => {
      panel.follower.receive({ id: 500 + index, request });
    });
    await turns();
    for (const frame of panel.posted)
      if (frame.type === 'reply' && !frame.reply.ok) codes.push(frame.reply.code);
    assert.deepEqual(codes, ['not-live', 'no-open-dialog', 'not-queued']);
  });
});
