import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '../../../src/protocol/item';
import { SessionStore } from '../../../src/extension/sessionFiles/sessionStore';
import { sessionFolder } from '../../../src/extension/pi/sdk/piPaths';
import { linesOf, tooLongLine } from '../../../src/extension/sessionFiles/lines';

describe('a damaged session file', () => {
  let root: string;
  let sessions: string;
  let store: SessionStore;
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'enso-damaged-'));
    const folder = join(root, 'work');
    mkdirSync(folder);
    store = new SessionStore({ folders: () => [folder], agentDir: join(root, 'agent') });
    sessions = await sessionFolder(join(root, 'agent'), folder);
    mkdirSync(sessions, { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const userMessage = (content: unknown, ids: object = {}) => ({
    type: 'message',
    ...ids,
    message: { role: 'user', content },
  });
  const answer = (content: unknown, ids: object = {}) => ({
    type: 'message',
    ...ids,
    message: { role: 'assistant', content, stopReason: 'stop' },
  });
  async function itemsOf(...records: object[]): Promise<readonly Item[]> {
    const lines = [{ type: 'session', version: 3, id: 't', cwd: join(root, 'work') }, ...records];
    writeFileSync(join(sessions, '2020_t.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return (await store.read('t'))?.items ?? [];
  }
  const texts = (items: readonly Item[]) => items.map((item) => ('text' in item ? item.text : item.kind));

  it('the store keeps every message when records lose their ids', async () => {
    const items = await itemsOf(
      userMessage('a', { id: 'r1', parentId: null }),
      userMessage('b'),
      userMessage('c'),
      userMessage('d'),
    );
    assert.deepEqual(texts(items), ['a', 'b', 'c', 'd']);
  });

  it('the store keeps a call with too deeply nested arguments and the messages after it', async () => {
    const file = join(sessions, '2020_t.jsonl');
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    writeFileSync(
      file,
      [
        { type: 'session', version: 3, id: 't', cwd: '' },
        answer([{ type: 'toolCall', id: 'c', name: 'odd', arguments: { nested: '@' } }], { id: 'r1' }),
        userMessage('after', { id: 'r2', parentId: 'r1' }),
      ]
        .map((line) => `${JSON.stringify(line).replace('"@"', deep)}\n`)
        .join(''),
    );
    const items = (await store.read('t'))?.items ?? [];
    assert.equal(items[0]?.kind === 'tool' && items[0].input, "(These arguments can't be shown.)");
    assert.deepEqual(texts(items.slice(1)), ['after']);
  });

  it('the store ends every call, including calls with the same id or none', async () => {
    const call = { type: 'toolCall', name: 'odd', arguments: {} };
    const items = await itemsOf(
      answer([call, call, { ...call, id: 'c' }, { ...call, id: 'c' }], { id: 'r1' }),
    );
    assert.deepEqual(
      items.map((item) => item.kind === 'tool' && item.state),
      ['aborted', 'aborted', 'aborted', 'aborted'],
    );
  });

  for (const id of ['call_0', '', undefined]) {
    it(`the store gives calls with the id ${JSON.stringify(id)} their own results`, async () => {
      const call = (command: string) => ({ type: 'toolCall', id, name: 'bash', arguments: { command } });
      const result = (text: string) => ({
        type: 'message',
        message: { role: 'toolResult', toolCallId: id, toolName: 'bash', content: [{ type: 'text', text }] },
      });
      const items = await itemsOf(answer([call('echo A'), call('echo B')]), result('A'), result('B'));
      assert.deepEqual(
        items.map((item) => item.kind === 'tool' && [item.subject, item.text]),
        [
          ['echo A', 'A'],
          ['echo B', 'B'],
        ],
      );
    });
  }

  it('the store shows plain strings and blocks of unknown kinds, and says that an answer is empty', async () => {
    const items = await itemsOf(
      answer('plain words'),
      answer([{ type: 'note', text: 'a note' }]),
      answer('\n\n'),
      answer([]),
    );
    const empty = 'The model returned an empty answer.';
    assert.deepEqual(texts(items), ['plain words', 'a note', empty, empty]);
  });

  it('blocks of a result stand on lines of their own', async () => {
    const items = await itemsOf(answer([{ type: 'toolCall', id: 'c', name: 'read', arguments: {} }]), {
      type: 'message',
      message: {
        role: 'toolResult',
        toolCallId: 'c',
        toolName: 'read',
        content: [
          { type: 'text', text: '1. first result' },
          { type: 'text', text: '2. second result\n' },
          { type: 'text', text: '\u001b[32mthird\u001b[0m 10%\b\b\b20%' },
        ],
      },
    });
    assert.deepEqual(texts(items), ['1. first result\n2. second result\n\u001b[32mthird\u001b[0m 20%']);
  });

  it('items have no lone surrogates and unique ids', async () => {
    const items = await itemsOf(
      answer([{ type: 'text', text: 'x\ud83d' }], { id: 'r' }),
      userMessage('\ude42', { id: 'r:0', parentId: 'r' }),
    );
    assert.deepEqual(texts(items), ['x\ufffd', '\ufffd']);
    assert.equal(new Set(items.map(({ id }) => id)).size, 2);
  });

  it('the store leaves out a dialog that no card could draw', async () => {
    const dialog = (spec: object, ending: object) => ({
      type: 'custom',
      id: 'r1',
      customType: 'enso.dialog',
      data: { spec, ending },
    });
    const select = { kind: 'select', title: 'Which?', options: ['a'] };
    const items = await itemsOf(dialog(select, { outcome: 'cancelled' }));
    assert.equal(items[0]?.kind, 'dialog');
    for (const [spec, ending] of [
      [{ ...select, options: 'a' }, { outcome: 'cancelled' }],
      [{ ...select, kind: 'toString' }, { outcome: 'cancelled' }],
      [{ kind: 'questionnaire', title: 'Q', questions: [{ id: 1 }] }, { outcome: 'cancelled' }],
      [select, { outcome: 'answered', answer: { answers: 1 } }],
      [select, { outcome: 'lost' }],
    ] as const) {
      assert.deepEqual(await itemsOf(dialog(spec, ending)), []);
    }
  });

  it('a long name is shortened to one line', async () => {
    await itemsOf(userMessage('a', { id: 'r1' }), {
      type: 'session_info',
      id: 'r2',
      name: `a\nb ${'c'.repeat(9_000)}`,
    });
    const [row] = await store.list();
    assert.match(row?.title ?? '', /^a b c{195}…$/);
    assert.equal((await store.read('t'))?.session.title, row?.title);
  });

  it('a folder with the name of a session file is no thread', async () => {
    mkdirSync(join(sessions, '2020_t.jsonl'));
    assert.equal(await store.read('t'), undefined);
  });

  it('linesOf drops the content of a line that is too long', async () => {
    const file = join(root, 'long');
    writeFileSync(file, `a\n${'b'.repeat(600_000)}\nc\n`);
    const lines: string[] = [];
    for await (const line of linesOf(file, Number.POSITIVE_INFINITY, 100_000)) lines.push(line);
    assert.deepEqual(lines, ['a', tooLongLine, 'c']);
  });
});
