import { strict as assert } from 'node:assert';
import { DraftRepository } from '../../../../src/extension/core/panels/draftRepository';
import { turns } from '../../../fixtures/core/fakeClock';
import { World, type TestPanel } from '../../../fixtures/core/world';

describe('After a host was killed:', () => {
  let world: World;
  let panel: TestPanel;
  beforeEach(async () => {
    world = new World();
    panel = await world.panel('A');
  });

  /** The panel of the next host, with the page as it was kept at one moment or another. */
  async function next(pageState: unknown = panel.pageState): Promise<TestPanel> {
    return (await world.killed()).panel('A', pageState);
  }

  /** The thread's file of drafts. */
  function onDisk(): [key: string, value: unknown] {
    const [file] = world.files.files;
    if (file === undefined) throw new Error('Nothing is on disk.');
    return file;
  }

  it('the next host returns the queued, steering and current prompts', async () => {
    await panel.send('in hand');
    await panel.send('a later one');
    await panel.send('a hint', 'steer');
    const after = await next();
    assert.equal(after.panel.draft.text, 'in hand\n\na hint\n\na later one');
    assert.equal(after.panel.composerMessage, 'This message was waiting when VS Code closed.');
  });

  it('the next host returns an edited prompt as edited, and no removed prompt', async () => {
    await panel.send('in hand');
    world.runtime.start();
    await panel.send('one');
    await panel.send('two');
    const [one, two] = panel.shown.queue;
    panel.panel.ask({
      type: 'edit-queued',
      threadId: panel.shown.threadId,
      messageId: one?.messageId ?? '',
      text: 'one, edited',
    });
    panel.panel.ask({
      type: 'remove-queued',
      threadId: panel.shown.threadId,
      messageId: two?.messageId ?? '',
    });
    await turns();
    assert.equal((await next()).panel.draft.text, 'one, edited');
  });

  it('no delivered prompt comes back', async () => {
    await panel.send('delivered');
    world.runtime.start();
    await world.settle();
    assert.equal((await next()).panel.draft.text, '');
  });

  it('undelivered prompts come back once, even if the next host is killed, too', async () => {
    await panel.send('in hand');
    const second = await world.killed();
    const after = await second.panel('A', panel.pageState);
    assert.equal(after.panel.draft.text, 'in hand');
    await second.settle();
    second.clock.advance(1000);
    const third = await (await second.killed()).panel('A', after.pageState);
    assert.equal(third.panel.draft.text, 'in hand');
  });

  it("another window doesn't take the prompts of a host that still runs", async () => {
    await panel.send('in hand');
    await turns();
    const [key, kept] = onDisk();
    const others = JSON.parse(
      JSON.stringify(kept).replaceAll(`"host":${String(process.pid)}`, '"host":1'),
    ) as unknown;
    world.files.files.set(key, others);
    const open = (lives: boolean) =>
      new DraftRepository(world.files, world.log, () => lives).open(panel.shown.threadId, 'B');
    assert.deepEqual((await open(true)).handBacks, []);
    assert.deepEqual(
      (await open(false)).handBacks.map(({ prompts }) => prompts),
      [[{ text: 'in hand', images: [] }]],
    );
  });

  it("a draft that was sent doesn't come back, even if the restored page still has it", async () => {
    panel.panel.draft.type('typed and sent');
    const typed = panel.pageState;
    panel.panel.send('enqueue');
    await turns();
    world.runtime.start();
    await world.settle();
    assert.equal((await next(typed)).panel.draft.text, '');
  });

  it('a page that missed a receipt neither sends the prompt again nor returns it', async () => {
    panel.panel.draft.type('on its way');
    panel.panel.send('enqueue');
    const sending = panel.pageState;
    await turns();
    world.runtime.start();
    await world.settle();
    const after = await next(sending);
    await turns();
    assert.equal(after.panel.draft.text, '');
    assert.deepEqual(after.queue, []);
    assert.equal(after.panel.busy, false);
  });

  it('an invalid saved draft is logged without content, and other drafts stay usable', async () => {
    await panel.send('in hand');
    await turns();
    const [key, kept] = onDisk();
    world.files.files.set(key, { ...(kept as object), B: { draft: 'secret words', handBacks: [] } });
    const after = await next();
    assert.equal(after.panel.draft.text, 'in hand');
    const drafts = new DraftRepository(world.files, world.log);
    assert.equal((await drafts.open(panel.shown.threadId, 'B')).draft, undefined);
    assert.match(world.lines.at(-1) ?? '', /^error thread \S+: saved draft has 1 faults$/);
  });

  it('the text of another window in the same thread is kept', async () => {
    const { threadId } = panel.shown;
    const other = new DraftRepository(world.files, world.log);
    await other.open(threadId, 'B');
    panel.panel.draft.type('here');
    panel.panel.flush();
    await turns();
    await other.save(threadId, 'B', { text: 'there', images: [], revision: 1 }, []);
    await other.flush();
    panel.panel.draft.type('here too');
    panel.panel.flush();
    await turns();
    const after = new DraftRepository(world.files, world.log);
    assert.equal((await after.open(threadId, 'A')).draft?.text, 'here too');
    assert.equal((await after.open(threadId, 'B')).draft?.text, 'there');
  });

  it('a prompt that never reached the host comes back', async () => {
    panel.panel.draft.type('lost on the way');
    const follower = panel.follower;
    panel.follower = Object.create(follower, { receive: { value: () => undefined } }) as typeof follower;
    panel.panel.send('enqueue');
    const sending = panel.pageState;
    assert.equal((await next(sending)).panel.draft.text, 'lost on the way');
  });
});
