import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChangeStore } from '../../../../src/extension/changes/changeStore';
import { Undo } from '../../../../src/extension/changes/undo';
import { SessionStore } from '../../../../src/extension/sessionFiles/sessionStore';
import type { Item, ToolItem } from '../../../../src/protocol/item';
import { PiWorld, type OpenThread } from '../../../fixtures/pi/piWorld';
import { bash, write } from '../../../fixtures/pi/toolCalls';
import type { Step } from '../../../fixtures/pi/scriptedModel';

describe('Changes that tools make', () => {
  let world: PiWorld;
  let store: ChangeStore;
  let undo: Undo;
  beforeEach(() => {
    const folder = `/tmp/enso-kept-${randomUUID()}`;
    store = new ChangeStore(folder);
    world = new PiWorld({ changes: { store, temporary: join(folder, 'temporary') } });
    undo = new Undo({ store, now: () => 0, newId: randomUUID, isUnsaved: () => Promise.resolve(false) });
  });
  afterEach(() => world.close());

  const edit = (path: string, oldText: string, newText: string): Step => ({
    tool: 'edit',
    args: { path, edits: [{ oldText, newText }] },
  });
  const tools = (items: readonly Item[]): readonly ToolItem[] => items.filter((item) => item.kind === 'tool');
  const run = async (thread: OpenThread, ...steps: Step[]): Promise<void> => {
    world.model.answer(...steps).answer({ say: 'done' });
    await thread.run('go');
  };
  const read = (path: string): string => readFileSync(join(world.folder, path), 'utf8');
  const undoCalls = async (thread: OpenThread, ids: readonly string[]): Promise<void> => {
    await undo.perform(await undo.planUndo(thread.id, ids), new Set());
  };

  it('Edits and writes carry what they changed, live and from the session file', async () => {
    world.write('work/a.txt', 'one\ntwo\n');
    const thread = await world.open();
    await run(thread, edit('a.txt', 'two', '2'), write('new/b.txt', 'b\nc\n'));
    const live = tools(thread.host.items).map(({ change }) => change);
    assert.deepEqual(
      live.map((change) => change?.files),
      [
        [{ path: 'a.txt', kind: 'changed', added: 1, removed: 1 }],
        [{ path: 'new/b.txt', kind: 'created', added: 2, removed: 0 }],
      ],
    );
    const stored = await new SessionStore({ folders: () => [world.folder], agentDir: world.agentDir }).read(
      thread.id,
    );
    assert.deepEqual(
      tools(stored?.items ?? []).map(({ change }) => change),
      live,
    );
    const [prompt] = stored?.items ?? [];
    assert.deepEqual(prompt?.kind === 'user' && prompt.changes?.files.map(({ path }) => path), [
      'a.txt',
      'new/b.txt',
    ]);
    await undoCalls(
      thread,
      live.flatMap((change) => (change === undefined ? [] : [change.id])),
    );
    assert.equal(read('a.txt'), 'one\ntwo\n');
    assert.ok(!existsSync(join(world.folder, 'new')));
  });

  it('A diff of an edit stays in the details beside the change', async () => {
    world.write('work/a.txt', 'one\n');
    const thread = await world.open();
    await run(thread, edit('a.txt', 'one', '1'));
    const [call] = tools(thread.host.items);
    assert.match(call?.diff ?? '', /^-one\n\+1$/m);
    assert.equal(call?.change?.files.length, 1);
  });

  it('A command that fails carries what it changed all the same', async () => {
    world.write('work/a.txt', 'a\n');
    execFileSync('git', ['init', '-q'], { cwd: world.folder });
    const thread = await world.open();
    await run(thread, bash('echo x > a.txt; exit 3'));
    const [call] = tools(thread.host.items);
    assert.equal(call?.state, 'failed');
    assert.deepEqual(call.change?.files, [{ path: 'a.txt', kind: 'changed', added: 1, removed: 1 }]);
  });

  it('A command and an edit of the same turn each carry their own change', async () => {
    world.write('work/a.txt', 'a\n');
    world.write('work/b.txt', 'b\n');
    execFileSync('git', ['init', '-q'], { cwd: world.folder });
    const thread = await world.open();
    await run(thread, bash('sleep 0.3; echo x > a.txt'), edit('b.txt', 'b', 'B'));
    assert.deepEqual(
      tools(thread.host.items).map(({ change }) => change?.files.map(({ path }) => path)),
      [['a.txt'], ['b.txt']],
    );
  });

  for (const id of ['call_0', '']) {
    it(`Two calls with the id “${id}” each carry their own change and result, whichever ends first`, async () => {
      const thread = await world.open();
      const slow = bash('sleep 0.3; echo slow');
      await run(
        thread,
        ...[slow, bash('echo quick'), write('a.txt', 'a'), write('b.txt', 'b')].map((step) => ({
          ...step,
          id,
        })),
      );
      assert.deepEqual(
        tools(thread.host.items).map(({ change, text }) => change?.files[0]?.path ?? text.trim()),
        ['slow', 'quick', 'a.txt', 'b.txt'],
      );
      const stored = await new SessionStore({ folders: () => [world.folder], agentDir: world.agentDir }).read(
        thread.id,
      );
      assert.deepEqual(
        tools(stored?.items ?? []).map(({ change, text }) => change?.files[0]?.path ?? text.trim()),
        ['slow', 'quick', 'a.txt', 'b.txt'],
      );
    });
  }

  it('A denied write changes nothing and carries nothing', async () => {
    world.approvals = 'ask';
    const thread = await world.open();
    world.model.answer(write('a.txt', 'a')).answer({ say: 'done' });
    thread.send('go');
    (await thread.host.dialog(0)).answer({ value: 'Deny' });
    await thread.host.settled();
    const [call] = tools(thread.host.items);
    assert.equal(call?.change, undefined);
  });

  it('A write over a file that Enso cannot keep asks first, in every mode', async () => {
    const small = new ChangeStore(join(world.root, 'small'), {
      maxFileBytes: 4,
      maxTotalBytes: 1e9,
      maxAgeMs: 1e9,
    });
    await world.close();
    world = new PiWorld({ changes: { store: small, temporary: '/tmp' } });
    world.write('work/a.txt', 'more than four');
    const thread = await world.open();
    world.model.answer(write('a.txt', 'new')).answer({ say: 'done' });
    thread.send('go');
    const question = await thread.host.dialog(0);
    assert.equal(question.spec.title, "This change can't be undone. Change the file anyway?");
    question.answer({ value: 'Deny' });
    await thread.host.settled();
    assert.equal(read('a.txt'), 'more than four');
  });
});
