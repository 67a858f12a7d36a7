import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnsavedEditors } from '../../../../src/extension/core/ports/editors';
import type { Item, ToolItem } from '../../../../src/protocol/item';
import { ChangeStore } from '../../../../src/extension/changes/changeStore';
import { PiWorld } from '../../../fixtures/pi/piWorld';
import { bash, outcomes, write } from '../../../fixtures/pi/toolCalls';
import type { Step } from '../../../fixtures/pi/scriptedModel';

describe('Files with unsaved changes in an editor', () => {
  let world: PiWorld;
  /** The editors' texts by path. */
  let texts: Map<string, string>;
  let savesFirst: boolean;
  const editors: UnsavedEditors = {
    textOf: (path) => Promise.resolve(texts.get(path)),
    files: () => Promise.resolve([...texts.keys()]),
    save: (path) => {
      const text = texts.get(path);
      if (text === undefined) return Promise.reject(new Error('Not open.'));
      writeFileSync(path, text);
      texts.delete(path);
      return Promise.resolve();
    },
    get savesFirst() {
      return savesFirst;
    },
  };
  beforeEach(() => {
    texts = new Map();
    savesFirst = false;
    world = new PiWorld({ editors });
    world.write('work/a.txt', 'saved\n');
    texts.set(join(world.folder, 'a.txt'), 'in the editor\n');
  });
  afterEach(() => world.close());

  const question = 'This file has unsaved changes in an editor. Save it before pi changes the file?';
  const edit = (oldText: string, newText: string): Step => ({
    tool: 'edit',
    args: { path: 'a.txt', edits: [{ oldText, newText }] },
  });
  const read = (): string => readFileSync(join(world.folder, 'a.txt'), 'utf8');
  const tools = (items: readonly Item[]): readonly ToolItem[] => items.filter((item) => item.kind === 'tool');

  it('The read tool reads the text in the editor', async () => {
    const thread = await world.open();
    world.model.answer({ tool: 'read', args: { path: 'a.txt' } }).answer({ say: 'done' });
    await thread.run('go');
    assert.deepEqual(outcomes(thread), [['done', 'in the editor']]);
  });

  it('The read tool reads a range of the text in the editor', async () => {
    texts.set(join(world.folder, 'a.txt'), 'one\ntwo\nthree\n');
    const thread = await world.open();
    world.model
      .answer({ tool: 'read', args: { path: '@a.txt', offset: 2, limit: 1 } })
      .answer({ say: 'done' });
    await thread.run('go');
    assert.match(outcomes(thread)[0]?.[1] ?? '', /^two\n/);
  });

  it('An edit asks first, saves the file, and is made in the text that was in the editor', async () => {
    const thread = await world.open();
    world.model.answer(edit('in the editor', 'by pi')).answer({ say: 'done' });
    thread.send('go');
    const dialog = await thread.host.dialog(0);
    assert.equal(dialog.spec.title, question);
    assert.equal(read(), 'saved\n');
    dialog.answer({ value: 'Save and Continue' });
    await thread.host.settled();
    assert.equal(read(), 'by pi\n');
    assert.equal(texts.size, 0);
  });

  it('With the saved file, the edit is made on disk and the editor keeps its text', async () => {
    const thread = await world.open();
    world.model.answer(edit('saved', 'by pi')).answer({ say: 'done' });
    thread.send('go');
    (await thread.host.dialog(0)).answer({ value: 'Use the Saved File' });
    await thread.host.settled();
    assert.equal(read(), 'by pi\n');
    assert.equal(texts.get(join(world.folder, 'a.txt')), 'in the editor\n');
    assert.equal(thread.host.asked.length, 1);
  });

  it('A denied change changes neither the file nor the editor, and the model learns why', async () => {
    const thread = await world.open();
    world.model.answer(write('a.txt', 'by pi\n')).answer({ say: 'done' });
    thread.send('go');
    (await thread.host.dialog(0)).answer({ value: 'Deny' });
    await thread.host.settled();
    assert.equal(read(), 'saved\n');
    assert.match(outcomes(thread)[0]?.[1] ?? '', /^The user denied this: the file has unsaved changes/);
  });

  it('A stop ends the question and the file is unchanged', async () => {
    const thread = await world.open();
    world.model.answer(write('a.txt', 'by pi\n')).answer({ say: 'done' });
    thread.send('go');
    await thread.host.dialog(0);
    await thread.stop();
    assert.equal(read(), 'saved\n');
  });

  it('The setting saves the file without a question', async () => {
    savesFirst = true;
    const thread = await world.open();
    world.model.answer(edit('in the editor', 'by pi')).answer({ say: 'done' });
    await thread.run('go');
    assert.equal(read(), 'by pi\n');
    assert.equal(thread.host.asked.length, 0);
  });

  it('The question comes before the approval, whose diff shows the saved text', async () => {
    world.approvals = 'ask';
    const thread = await world.open();
    world.model.answer(edit('in the editor', 'by pi')).answer({ say: 'done' });
    thread.send('go');
    (await thread.host.dialog(0)).answer({ value: 'Save and Continue' });
    const approval = await thread.host.dialog(1);
    assert.ok(approval.spec.kind === 'select');
    assert.match(approval.spec.preview?.text ?? '', /^-in the editor\n\+by pi$/m);
    approval.answer({ value: 'Allow Once' });
    await thread.host.settled();
    assert.equal(read(), 'by pi\n');
  });

  it('A file that gets unsaved changes during the approval is asked about before the change', async () => {
    world.approvals = 'ask';
    texts.clear();
    const thread = await world.open();
    world.model.answer(edit('saved', 'by pi')).answer({ say: 'done' });
    thread.send('go');
    const approval = await thread.host.dialog(0);
    texts.set(join(world.folder, 'a.txt'), 'typed meanwhile\n');
    approval.answer({ value: 'Allow Once' });
    const dialog = await thread.host.dialog(1);
    assert.equal(dialog.spec.title, question);
    dialog.answer({ value: 'Deny' });
    await thread.host.settled();
    assert.equal(read(), 'saved\n');
  });

  it('The row of a command says which files the command saw as saved', async () => {
    await world.close();
    const store = new ChangeStore(join(world.root, 'store'));
    world = new PiWorld({ editors, changes: { store, temporary: join(world.root, 'temporary') } });
    texts = new Map([
      [join(world.folder, 'a.txt'), 'x'],
      [join(world.root, 'elsewhere.txt'), 'x'],
    ]);
    const thread = await world.open();
    world.model.answer(bash('true')).answer({ say: 'done' });
    await thread.run('go');
    assert.deepEqual(tools(thread.host.items)[0]?.unsaved, ['a.txt']);
  });
});
