import { strict as assert } from 'node:assert';
import { DraftRepository } from '../../../../src/extension/core/panels/draftRepository';
import { turns } from '../../../fixtures/core/fakeClock';
import { World, type TestPanel } from '../../../fixtures/core/world';

describe('A host that is killed', () => {
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

  it('leaves what waited in its queue, steering and the prompt in hand included, to the next one', async () => {
    await panel.send('in hand');
    await panel.send('a later one');
    await panel.send('a hint', 'steer');
    const after = await next();
    assert.equal(after.panel.draft.text, 'in hand\n\na hint\n\na later one');
    assert.equal(after.panel.composerMessage, 'This message was waiting when VS Code closed.');
  });

  it('leaves a prompt that was edited in the queue as it was edited, and none that was removed', async () => {
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

  it('brings nothing back that the model was given', async () => {
    await panel.send('delivered');
    world.runtime.start();
    await world.settle();
    assert.equal((await next()).panel.draft.text, '');
  });

  it('hands what waited back once, whoever is killed next', async () => {
    await panel.send('in hand');
    const second = await world.killed();
    const after = await second.panel('A', panel.pageState);
    assert.equal(after.panel.draft.text, 'in hand');
    await second.settle();
    second.clock.advance(1000);
    const third = await (await second.killed()).panel('A', after.pageState);
    assert.equal(third.panel.draft.text, 'in hand');
  });

  it('has its prompts left alone by another window as long as it lives', async () => {
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

  it('brings back no draft that was sent, though the page that comes back has it still', async () => {
    panel.panel.draft.type('typed and sent');
    const typed = panel.pageState;
    panel.panel.send('enqueue');
    await turns();
    world.runtime.start();
    await world.settle();
    assert.equal((await next(typed)).panel.draft.text, '');
  });

  it('has a prompt that it admitted neither sent again nor given back by a page that missed its receipt', async () => {
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

  it('leaves whole drafts to the next one beside one that is spoilt, of which the log has only that it is', async () => {
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

  it('keeps what another window of the folder has typed in the same thread', async () => {
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

  it('gives back a prompt that never reached it', async () => {
    panel.panel.draft.type('lost on the way');
    const follower = panel.follower;
    panel.follower = Object.create(follower, { receive: { value: () => undefined } }) as typeof follower;
    panel.panel.send('enqueue');
    const sending = panel.pageState;
    assert.equal((await next(sending)).panel.draft.text, 'lost on the way');
  });
});
