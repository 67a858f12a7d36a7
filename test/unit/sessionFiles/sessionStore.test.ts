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

/** Returns items without the fields that differ between live and stored items. */
function shape(items: readonly Item[]): unknown[] {
  return items.map((item) => {
    const { id: _id, ...rest } = item;
    if (rest.kind === 'dialog') {
      const { id: _dialog, ...request } = rest.request;
      return { ...rest, request };
    }
    if (rest.kind === 'thinking') return { kind: rest.kind, text: rest.text, open: rest.open };
    if (rest.kind !== 'tool') return rest;
    const { startedAt: _started, questions: _questions, callId: _callId, ...tool } = rest;
    return tool;
  });
}

describe('a stored thread', () => {
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
  const storedItems = async (thread: OpenThread): Promise<readonly Item[]> =>
    (await store.read(thread.id))?.items ?? [];

  it('a thread without messages isn’t stored', async () => {
    const thread = await world.open();
    assert.equal(await store.read(thread.id), undefined);
    assert.deepEqual(await store.list(), []);
  });

  it('a stored thread has the same items as the live one', async () => {
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

    const stored = shape(await storedItems(thread)).filter((item) => (item as Item).kind !== 'user');
    const live = shape(thread.host.items);
    // The recording host has no open dialogs: the core adds the items of dialogs.
    assert.deepEqual(
      stored.filter((item) => (item as Item).kind !== 'dialog'),
      live,
    );
    assert.equal(stored.filter((item) => (item as Item).kind === 'dialog').length, 1);
    const tool = live.find((item) => (item as { name?: string }).name === 'bash');
    assert.deepEqual(tool, {
      kind: 'tool',
      name: 'bash',
      subject: 'printf "\\033[1mbold\\033[0m\\n"; exit 3',
      input: JSON.stringify({ command: 'printf "\\033[1mbold\\033[0m\\n"; exit 3' }, undefined, 2),
      text: '\u001b[1mbold\u001b[0m\n\n\nCommand exited with code 3',
      state: 'failed',
      exitCode: 3,
      durationMs: (tool as { durationMs: number }).durationMs,
    });
  });

  it('a thread’s title is its first message, and the list starts with the newest thread', async () => {
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
    const [user] = await storedItems(first);
    assert.equal(user?.kind === 'user' && user.text, 'the first\nwith a second line');
  });

  it('pi’s command line finds a thread of Enso, and the thread continues where it ended', async () => {
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
    assert.deepEqual(world.model.userTexts(1), ['first', 'second']);
    assert.equal((await store.list()).length, 1);
  });

  it('the sessionDir of pi’s settings is used, without the threads of other folders', async () => {
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

  it('the stored branch equals pi’s branch after a turn was undone', async () => {
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
    const texts = (await storedItems(thread)).flatMap((item) => ('text' in item ? [item.text] : []));
    assert.deepEqual(texts, ['other', 'two']);
    assert.deepEqual(world.model.userTexts(1), ['other']);
  });

  it('/name changes the title live, in the list and in the file', async () => {
    world.model.answer({ say: 'one' });
    const thread = await world.open();
    await thread.run('hello');
    thread.send('/name Greetings');
    await thread.host.called('m2 handled');
    assert.equal((await store.list())[0]?.title, 'Greetings');
    assert.equal((await store.read(thread.id))?.session.title, 'Greetings');
    assert.equal(thread.host.state.session.title, 'Greetings');
  });

  it('a file with a line torn by a crash is recovered, and the thread continues', async () => {
    world.model.answer({ say: 'one' }).answer({ say: 'two' });
    const thread = await world.open();
    await thread.run('hello');
    await thread.runtime.dispose();
    const path = file(thread);
    truncateSync(path, readFileSync(path).length - 9);
    const again = await world.open(thread.id);
    await again.run('still there?');
    assert.equal(again.id, thread.id);
    const texts = (await storedItems(thread)).flatMap((item) => ('text' in item ? [item.text] : []));
    assert.match(texts[0] ?? '', /damaged\. 1 line/);
    assert.ok(texts.includes('hello'));
    assert.ok(texts.includes('still there?'));
    assert.ok(texts.includes('two'));
  });

  it('the store survives blocks of zeros and splits lines at line feeds only', async () => {
    const odd = 'a\u2028b\u2029c\u0085d\r\ne';
    world.model.answer({ say: odd });
    const thread = await world.open();
    await thread.run(odd);
    appendFileSync(file(thread), `${'\0'.repeat(140_000)}\n`);
    const items = await storedItems(thread);
    assert.match(items[0]?.kind === 'notice' ? items[0].text : '', /1 line/);
    const answer = items.find(({ kind }) => kind === 'text');
    assert.equal(answer?.kind === 'text' && answer.text, odd);
  });

  it('the list names the problem of an unreadable file and lists the others', async () => {
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
      folder: 'Not a file.',
      wide: "File isn't UTF-8.",
      other: 'Not a pi session file.',
      new: 'This thread needs a newer version of Enso.',
    });
    await assert.rejects(store.read('new'), /newer version/);
  });

  it('the list reads only both ends of a huge file', async () => {
    world.model.answer({ say: 'one' });
    const thread = await world.open();
    await thread.run('hello');
    // A sparse file of many gigabytes, far too large to read completely.
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
