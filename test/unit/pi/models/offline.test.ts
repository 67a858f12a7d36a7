import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('the demo model', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld({ scripted: false });
  });
  afterEach(() => world.close());

  const texts = (items: readonly { kind: string; text?: string }[]) =>
    items.flatMap(({ kind, text }) => (kind === 'text' ? [text] : [])).join('\n');

  it('the first answer says that the demo model is no language model', async () => {
    const thread = await world.open();
    await thread.run('hello');
    assert.match(texts(thread.host.items), /no language model/);
    await thread.run('hello');
    assert.equal(texts(thread.host.items).match(/no language model/g)?.length, 1);
    assert.equal(thread.host.state.session.model, 'Offline demo model');
    assert.equal(thread.host.state.session.offline, true);
  });

  it('the demo model lists, reads, edits and runs with pi’s real tools', async () => {
    world.write('work/notes.txt', 'one\ntwo\n');
    const thread = await world.open();
    await thread.run('list the files');
    await thread.run('read notes.txt');
    await thread.run('replace two with three in notes.txt');
    await thread.run('add a line "four" to notes.txt');
    await thread.run('run: echo it ran');
    const tools = thread.host.items.filter((item) => item.kind === 'tool');
    assert.deepEqual(
      tools.map(({ name, state, subject }) => `${name} ${subject} ${state}`),
      [
        'bash ls -1 -p done',
        'read notes.txt done',
        'edit notes.txt done',
        'read notes.txt done',
        'edit notes.txt done',
        'bash echo it ran done',
      ],
    );
    assert.equal(readFileSync(join(world.folder, 'notes.txt'), 'utf8'), 'one\nthree\nfour\n');
    assert.match(tools[2]?.diff ?? '', /-two\n\+three/);
    assert.equal(tools[5]?.text.trim(), 'it ran');
  });

  it('the demo model asks through the same dialogs as an extension', async () => {
    const thread = await world.open();
    thread.send('ask me something');
    const dialog = await thread.host.dialog();
    assert.equal(dialog.spec.kind, 'select');
    dialog.answer({ value: 'Left' });
    await thread.host.settled();
    assert.match(texts(thread.host.items), /Left/);
  });
});
