import { strict as assert } from 'node:assert';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Item } from '../../../src/protocol/item';
import { sessionFolder } from '../../../src/extension/pi/sdk/piPaths';
import { SessionStore } from '../../../src/extension/sessionFiles/sessionStore';
import { PiWorld, type OpenThread } from '../../fixtures/pi/piWorld';

/** Items without what is only true while they happen. */
function shape(items: readonly Item[]): unknown[] {
  return items.map((item) => {
    const { id: _id, ...rest } = item;
    if (rest.kind === 'dialog') {
      const { id: _dialog, ...request } = rest.request;
      return { ...rest, request };
    }
    if (rest.kind !== 'tool') return rest;
    const { startedAt: _started, ...tool } = rest;
    return tool;
  });
}

describe('a thread that is read from its file', () => {
  let world: PiWorld;
  let store: SessionStore;
  let sessions: string;
  beforeEach(async () => {
    world = new PiWorld();
    store = new SessionStore({ folders: () => [world.folder], agentDir: world.agentDir });
    sessions = await sessionFolder(world.agentDir, world.folder);
  });
  afterEach(() => world.close());

  const file = (thread: OpenThread): string => {
    const name = readdirSync(sessions).find((candidate) => candidate.includes(thread.id));
    assert.ok(name);
    return join(sessions, name);
  };
  const coldItems = async (thread: OpenThread): Promise<readonly Item[]> =>
    (await store.read(thread.id))?.items ?? [];

  it('is not there before anything was said', async () => {
    const thread = await world.open();
    assert.equal(await store.read(thread.id), undefined);
    assert.deepEqual(await store.list(), []);
  });

  it('has the items that its events made while it was live', async () => {
    world.write('work/a.txt', 'one\ntwo\n');
    world.model
      .answer({ think: 'hm' }, { say: 'I look.' }, { tool: 'read', args: { path: 'a.txt' } })
      .answer(
        { tool: 'edit', args: { path: 'a.txt', edits: [{ oldText: 'two', newText: 'three' }] } },
        { tool: 'bash', args: { command: 'printf "\\033[1mbold\\033[0m\\n"; exit 3' } },
        { tool: 'ask_user', args: { question: 'Go on?', kind: 'confirm' } },
      )
      .answer({ say: 'Done.' })
      .answer({ say: 'half' }, { fail: '401 the key sk-secret-1234 is wrong' });
    const thread = await world.open();
    thread.send('look at a.txt');
    (await thread.host.dialog()).answer({ confirmed: true });
    await thread.host.settled();
    await thread.run('again');

    const cold = shape(await coldItems(thread)).filter((item) => (item as Item).kind !== 'user');
    const live = shape(thread.host.items);
    // The recorder has no desk: a dialog's card is the core's.
    assert.deepEqual(
      cold.filter((item) => (item as Item).kind !== 'dialog'),
      live,
    );
    assert.equal(cold.filter((item) => (item as Item).kind === 'dialog').length, 1);
    const tool = live.find((item) => (item as { name?: string }).name === 'bash');
    assert.deepEqual(tool, {
      kind: 'tool',
      name: 'bash',
      subject: 'printf "\\033[1mbold\\033[0m\\n"; exit 3',
      input: JSON.stringify({ command: 'printf "\\033[1mbold\\033[0m\\n"; exit 3' }, undefined, 2),
      text: 'bold\n\n\nCommand exited with code 3',
      state: 'failed',
      exitCode: 3,
      durationMs: (tool as { durationMs: number }).durationMs,
    });
  });

  it('keeps what a person said, titles the thread by it, and is listed newest first', async () => {
    world.model.answer({ say: 'one' }).answer({ say: 'two' });
    const first = await world.open();
    await first.run('the first\nwith a second line');
    const second = await world.open();
    await second.run('the second');
    utimesSync(file(first), 1, 1);
    assert.deepEqual(
      (await store.list()).map(({ threadId, title }) => ({ threadId, title })),
      [
        { threadId: second.id, title: 'the second' },
        { threadId: first.id, title: 'the first with a second line' },
      ],
    );
    const [user] = await coldItems(first);
    assert.equal(user?.kind === 'user' && user.text, 'the first\nwith a second line');
  });

  it('lies where pi on the command line looks for it, and goes on where it ended', async () => {
    world.model.answer({ say: 'one' }).answer({ say: 'two' });
    const thread = await world.open();
    await thread.run('first');
    await thread.runtime.dispose();
    const pi = await world.pi;
    const listed = await pi.SessionManager.list(world.folder);
    assert.deepEqual(
      listed.map(({ id, firstMessage }) => ({ id, firstMessage })),
      [{ id: thread.id, firstMessage: 'first' }],
    );
    const again = await world.open(thread.id);
    await again.run('second');
    assert.deepEqual(world.model.said(1), ['first', 'second']);
    assert.equal((await store.list()).length, 1);
  });

  it('lies where a person’s settings for pi put it, beside those of other folders', async () => {
    const elsewhere = join(world.root, 'elsewhere');
    world.settings({ sessionDir: elsewhere });
    world.model.answer({ say: 'one' });
    const thread = await world.open();
    await thread.run('first');
    assert.equal(readdirSync(elsewhere).length, 1);
    const header = { type: 'session', version: 3, id: 'foreign', cwd: world.root };
    writeFileSync(join(elsewhere, '2020_foreign.jsonl'), `${JSON.stringify(header)}\n`);
    assert.deepEqual(
      (await store.list()).map(({ threadId }) => threadId),
      [thread.id],
    );
    assert.ok(await store.read(thread.id));
  });

  it('has the same branch here as in pi, after a turn was gone back on', async () => {
    world.model.answer({ say: 'one' }).answer({ say: 'two' });
    world.extension(
      'back',
      `pi.registerCommand('back', { handler: async (_a: string, ctx: any) => {
        const entries = ctx.sessionManager.getBranch();
        await ctx.navigateTree(entries.findLast((e: any) => e.message?.role === 'user').id);
      } });`,
    );
    const thread = await world.open();
    await thread.run('first');
    thread.send('/back');
    await thread.host.called('m2 handled');
    await thread.run('other');
    const words = (await coldItems(thread)).flatMap((item) => ('text' in item ? [item.text] : []));
    assert.deepEqual(words, ['other', 'two']);
    assert.deepEqual(world.model.said(1), ['other']);
  });

  it('goes by the name that it was given', async () => {
    world.model.answer({ say: 'one' });
    const thread = await world.open();
    await thread.run('hello');
    thread.send('/name Greetings');
    await thread.host.called('m2 handled');
    assert.equal((await store.list())[0]?.title, 'Greetings');
    assert.equal((await store.read(thread.id))?.session.title, 'Greetings');
    assert.equal(thread.host.state.session.title, 'Greetings');
  });

  it('is read up to a line that a crash has torn, and goes on after it without losing a turn', async () => {
    world.model.answer({ say: 'one' }).answer({ say: 'two' });
    const thread = await world.open();
    await thread.run('hello');
    await thread.runtime.dispose();
    const path = file(thread);
    truncateSync(path, readFileSync(path).length - 9);
    const again = await world.open(thread.id);
    await again.run('still there?');
    assert.equal(again.id, thread.id);
    const texts = (await coldItems(thread)).flatMap((item) => ('text' in item ? [item.text] : []));
    assert.match(texts[0] ?? '', /damaged: one line/);
    assert.ok(texts.includes('hello'));
    assert.ok(texts.includes('still there?'));
    assert.ok(texts.includes('two'));
  });

  it('survives blocks of zeros, and splits lines at line feeds only', async () => {
    const odd = 'a\u2028b\u2029c\u0085d\r\ne';
    world.model.answer({ say: odd });
    const thread = await world.open();
    await thread.run(odd);
    appendFileSync(file(thread), `${'\0'.repeat(140_000)}\n`);
    const items = await coldItems(thread);
    assert.match(items[0]?.kind === 'notice' ? items[0].text : '', /one line/);
    const said = items.find(({ kind }) => kind === 'text');
    assert.equal(said?.kind === 'text' && said.text, odd);
  });

  it('says in the list what is wrong with a file, and lists the others', async () => {
    world.model.answer({ say: 'one' });
    const thread = await world.open();
    await thread.run('hello');
    writeFileSync(join(sessions, '2020_empty.jsonl'), '');
    mkdirSync(join(sessions, '2020_folder.jsonl'));
    writeFileSync(join(sessions, '2020_wide.jsonl'), Buffer.from('\ufeff{"type":"session"}\n', 'utf16le'));
    writeFileSync(join(sessions, '2020_other.jsonl'), 'hello\n');
    const header = { type: 'session', id: 'new', version: 9, cwd: world.folder };
    writeFileSync(join(sessions, '2020_new.jsonl'), `${JSON.stringify(header)}\n`);
    const rows = await store.list();
    const problems = Object.fromEntries(rows.map(({ threadId, problem }) => [threadId, problem]));
    assert.deepEqual(problems, {
      [thread.id]: undefined,
      empty: 'The file is empty.',
      folder: 'This is no file.',
      wide: 'The file is not in UTF-8.',
      other: 'This file is no thread of pi.',
      new: 'This thread was written by a newer pi than Enso knows.',
    });
    await assert.rejects(store.read('new'), /newer pi/);
  });

  it('lists a file from its two ends, however long it is', async () => {
    world.model.answer({ say: 'one' });
    const thread = await world.open();
    await thread.run('hello');
    // A hole of many gigabytes: whoever read it whole would not come back.
    const handle = openSync(file(thread), 'r+');
    const name = { type: 'session_info', id: 'n', parentId: null, name: 'Long' };
    writeSync(handle, `\n${JSON.stringify(name)}\n`, 64 * 1024 ** 3);
    closeSync(handle);
    assert.deepEqual(
      (await store.list()).map(({ title, problem }) => ({ title, problem })),
      [{ title: 'Long', problem: undefined }],
    );
  });
});
