import { strict as assert } from 'node:assert';
import { emptyThread } from '../../../../src/protocol/threadState';
import { FollowedThread } from '../../../../src/webview/thread/threadStore';
import { idle, PanelWorld } from '../panel/panelWorld';

const note = (id: string) =>
  ({ type: 'item-added', item: { kind: 'notice', id, level: 'info', text: id } }) as const;

describe('threadSubscription.ts', () => {
  it('A panel asks for a thread every second until a snapshot comes, with or without replies', async () => {
    const world = new PanelWorld();
    await world.passes(3_000);
    assert.equal(world.all('follow').length, 4);
    await world.reply(world.last('follow').id, { ok: true });
    await world.passes(1_000);
    assert.equal(world.all('follow').length, 5);
    await world.snapshot();
    await world.passes(60_000);
    assert.equal(world.all('follow').length, 5);
  });

  it('A panel asks for the thread that it showed before a reload', async () => {
    const world = new PanelWorld();
    await world.snapshot({}, 'T9');
    world.load();
    assert.equal(world.last('follow').request.threadId, 'T9');
  });

  it("A panel shows why a thread couldn't be opened, and asks again less often", async () => {
    const world = new PanelWorld();
    await world.reply(world.last('follow').id, { ok: false, code: 'failed', message: 'The file is broken.' });
    assert.equal(world.panel.problem, 'The file is broken.');
    await world.passes(4_999);
    assert.equal(world.all('follow').length, 1);
    await world.passes(1);
    assert.equal(world.all('follow').length, 2);
    await world.snapshot();
    assert.equal(world.panel.problem, undefined);
  });

  it('A panel applies the next observations and ignores those that it has', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.observe(note('a'), note('b'));
    world.panel.receive({
      type: 'observations',
      threadId: 'T1',
      epoch: 'e',
      from: 1,
      to: 2,
      items: [note('a')],
    });
    assert.deepEqual(
      world.panel.store.state?.items.map((item) => item.id),
      ['a', 'b'],
    );
  });

  it('A panel asks for missing observations from its position, one request at a time', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.observe(note('a'));
    world.seq += 1;
    world.observe(note('c'));
    world.observe(note('d'));
    assert.deepEqual(
      world
        .all('follow')
        .slice(1)
        .map(({ request }) => [request.epoch, request.seq]),
      [['e', 1]],
    );
    await world.passes(1_000);
    assert.equal(world.all('follow').length, 3);
    const items = [note('b'), note('c'), note('d')];
    world.panel.receive({ type: 'observations', threadId: 'T1', epoch: 'e', from: 2, to: 4, items });
    await world.passes(10_000);
    assert.equal(world.all('follow').length, 3);
    assert.deepEqual(
      world.panel.store.state?.items.map((item) => item.id),
      ['a', 'b', 'c', 'd'],
    );
  });

  it('A panel asks again when the feed has a new epoch', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.panel.receive({
      type: 'observations',
      threadId: 'T1',
      epoch: 'other',
      from: 1,
      to: 1,
      items: [note('a')],
    });
    assert.equal(world.all('follow').length, 2);
    assert.deepEqual(world.panel.store.state?.items, []);
  });

  it('A panel that receives frames of another thread asks for that thread and mixes nothing', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    const items = [note('a')];
    world.panel.receive({ type: 'observations', threadId: 'T2', epoch: 'e', from: 1, to: 1, items });
    assert.equal(world.last('follow').request.threadId, 'T2');
    const status = { live: true, busy: true, generation: 4 };
    world.panel.receive({ type: 'status', threadId: 'T2', status });
    assert.equal(world.panel.store.threadId, undefined);
    assert.equal(world.panel.busy, false);
    await world.snapshot({}, 'T2');
    assert.deepEqual(world.panel.store.state?.items, []);
  });

  it('A stop names the run that the user saw, and none while a receipt is pending', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    world.observe({ type: 'run-started', generation: 4, at: 1 });
    world.says(true, 4);
    void world.panel.stop();
    assert.equal(world.last('stop').request.generation, 4);
    world.send('more');
    void world.panel.stop();
    assert.equal(world.last('stop').request.generation, undefined);
  });

  it('A stop with nothing to stop shows no message', async () => {
    const world = new PanelWorld();
    await world.snapshot();
    void world.panel.stop();
    await world.reply(world.last('stop').id, { ok: false, code: 'idle', message: 'Nothing runs.' });
    assert.equal(world.panel.composerMessage, undefined);
  });
});

describe('Older pages', () => {
  const item = (id: string) => ({ kind: 'notice', id, level: 'info', text: id }) as const;
  const snapshot = (earlier: number, ...ids: string[]) => ({
    epoch: 'e',
    seq: 0,
    status: idle,
    state: { ...emptyThread('T1'), earlier, items: ids.map(item) },
  });

  it('Older pages are prepended, and stay when a new snapshot has only the end', () => {
    const store = new FollowedThread();
    store.adopt(snapshot(2, 'c', 'd'));
    store.prepend('T1', 'c', [item('a'), item('b')], 0);
    assert.deepEqual(
      store.state?.items.map(({ id }) => id),
      ['a', 'b', 'c', 'd'],
    );
    store.adopt(snapshot(2, 'c', 'd', 'e'));
    assert.deepEqual(
      store.state?.items.map(({ id }) => id),
      ['a', 'b', 'c', 'd', 'e'],
    );
    assert.equal(store.state?.earlier, 0);
  });

  it('Older pages that no longer fit are dropped', () => {
    const store = new FollowedThread();
    store.adopt(snapshot(2, 'c'));
    store.prepend('T1', 'x', [item('a')], 0);
    store.prepend('T2', 'c', [item('a')], 0);
    assert.deepEqual(
      store.state?.items.map(({ id }) => id),
      ['c'],
    );
  });
});
