import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '../../src/protocol/item';
import { SessionStore } from '../../src/extension/sessionFiles/sessionStore';
import { sessionFolder } from '../../src/extension/pi/sdk/piPaths';
import { PiWorld } from '../fixtures/pi/piWorld';
import { itemFaults } from './itemFaults';
import { Random, runs, seed } from './random';
import { mutated } from './sessionMutations';

const count = Math.ceil(runs(100_000) / 80);

/** Words that somebody said, without what a damaged file adds. */
const said = (items: readonly Item[]): string[] =>
  items.flatMap((item) => (item.kind === 'user' || item.kind === 'text' ? [item.text] : []));

/** A thread with everything in it that a session file can hold, written by the real pi. */
async function written(world: PiWorld): Promise<{ readonly id: string; readonly file: string }> {
  world.write('work/a.txt', 'one\ntwo\n');
  world.extension(
    'noisy',
    `pi.registerCommand('tell', { handler: async () => {
      pi.sendMessage({ customType: 'noisy', content: 'told \\u2028 so', display: true });
    } });`,
  );
  world.model
    .answer({ think: 'hm' }, { say: 'I look.' }, { tool: 'read', args: { path: 'a.txt' } })
    .answer(
      { tool: 'edit', args: { path: 'a.txt', edits: [{ oldText: 'two', newText: 'three' }] } },
      { tool: 'ask_user', args: { question: 'Go on?', kind: 'confirm' } },
    )
    .answer({ say: 'Done: 🙂 שלום \u2028 end.' })
    .answer({ say: 'half' }, { fail: '401 the key is wrong' })
    .answer({ say: 'The last word.' });
  const thread = await world.open();
  thread.send('look at a.txt');
  (await thread.host.dialog()).answer({ confirmed: true });
  await thread.host.settled();
  thread.send('/name A thread with a name');
  await thread.host.called('m2 handled');
  thread.send('/tell');
  await thread.host.called('m3 handled');
  await thread.run('again 🙂');
  await thread.run('and again');
  await thread.runtime.dispose();
  const sessions = await sessionFolder(world.agentDir, world.folder);
  const name = readdirSync(sessions).find((candidate) => candidate.includes(thread.id));
  assert.ok(name);
  return { id: thread.id, file: join(sessions, name) };
}

describe('Damaged session files', () => {
  const world = new PiWorld();
  const store = new SessionStore({ folders: () => [world.folder], agentDir: world.agentDir });
  after(() => world.close());

  it(`the store lists and reads what it can of ${String(count)} damaged files, or reports the problem`, async function () {
    this.timeout(0);
    const { id, file } = await written(world);
    const whole = readFileSync(file);
    const before = said((await store.read(id))?.items ?? []);
    assert.deepEqual(before.at(-1), 'The last word.');
    const random = new Random(seed);
    for (let n = 0; n < count; n += 1) {
      const { what, bytes, keeps } = mutated(whole, random);
      const at = `seed ${String(seed)}, file ${String(n)}: ${what}`;
      writeFileSync(file, bytes);
      const rows = await store.list();
      assert.ok(rows.length <= 1, at);
      for (const { title, problem } of rows) {
        assert.ok(title.isWellFormed() && title.length <= 500, `${at}: title ${title.slice(0, 600)}`);
        assert.ok(problem === undefined || /^[A-Z].*\.$/.test(problem), `${at}: ${problem ?? ''}`);
      }
      try {
        const thread = await store.read(id);
        const items = thread?.items ?? [];
        assert.deepEqual(itemFaults(items), [], at);
        assert.ok((thread?.session.title ?? '').isWellFormed(), at);
        if (keeps) assert.deepEqual(said(items), before, at);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        const message = error instanceof Error ? error.message : 'no error';
        assert.match(message, /^(Not a pi session file|This thread needs a newer version of Enso)/, at);
        assert.ok(!keeps, at);
      }
    }
  });

  it('a folder or a missing file in place of a session file is not a thread', async () => {
    const sessions = await sessionFolder(world.agentDir, world.folder);
    mkdirSync(join(sessions, '2020_folder.jsonl'));
    assert.equal(await store.read('folder'), undefined);
    assert.equal(await store.read('gone'), undefined);
  });
});
