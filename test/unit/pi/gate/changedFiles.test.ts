import { strict as assert } from 'node:assert';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bash, has, outcomes, turn, write } from '../../../fixtures/pi/toolCalls';
import { PiWorld } from '../../../fixtures/pi/piWorld';
import type { Step } from '../../../fixtures/pi/scriptedModel';

describe('Files that change before an approved call:', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
    world.approvals = 'ask';
  });
  afterEach(() => world.close());

  const edit = (path: string, oldText: string, newText: string): Step => ({
    tool: 'edit',
    args: { path, edits: [{ oldText, newText }] },
  });
  const read = (path: string): string => readFileSync(join(world.root, path), 'utf8');

  it('the gate asks again, with the new diff, about a file that changed after the answer', async () => {
    world.write('work/a.txt', 'one\ntwo\n');
    const thread = await world.open();
    world.model.answer(edit('a.txt', 'two', '2'), bash('true')).answer({ say: 'done' });
    thread.send('do it');
    (await thread.host.dialog(0)).answer({ value: 'Allow Once' });
    const second = await thread.host.dialog(1);
    world.write('work/a.txt', 'ONE\ntwo\n');
    second.answer({ value: 'Allow Once' });
    const again = await thread.host.dialog(2);
    assert.ok(again.spec.kind === 'select');
    assert.match(again.spec.preview?.text ?? '', /^ ONE\n-two\n\+2$/m);
    assert.equal(read('work/a.txt'), 'ONE\ntwo\n');
    again.answer({ value: 'Allow Once' });
    await thread.host.settled();
    assert.equal(read('work/a.txt'), 'ONE\n2\n');
  });

  it('the gate asks again about a file that changed during the question, and a denied call changes nothing', async () => {
    world.write('work/a.txt', 'one\n');
    const thread = await world.open();
    world.model.answer(write('a.txt', 'mine\n')).answer({ say: 'done' });
    thread.send('do it');
    const first = await thread.host.dialog(0);
    world.write('work/a.txt', 'theirs\n');
    first.answer({ value: 'Allow Once' });
    (await thread.host.dialog(1)).answer({ value: 'Deny' });
    await thread.host.settled();
    assert.equal(read('work/a.txt'), 'theirs\n');
    assert.deepEqual(outcomes(thread), [['failed', 'The user denied this. It was skipped.']]);
  });

  it('the gate asks again if a link leads to another file since the answer', async () => {
    world.write('work/mine.txt', 'mine\n');
    world.write('work/b.txt', 'b\n');
    const outside = world.write('elsewhere/theirs.txt', 'theirs\n');
    symlinkSync(join(world.folder, 'b.txt'), join(world.folder, 'link.txt'));
    for (const name of ['mine.txt', 'link.txt']) {
      const thread = await world.open();
      world.model.answer(write(name, 'new\n'), bash('true')).answer({ say: 'done' });
      thread.send('do it');
      (await thread.host.dialog(0)).answer({ value: 'Allow Once' });
      const second = await thread.host.dialog(1);
      rmSync(join(world.folder, name));
      symlinkSync(outside, join(world.folder, name));
      second.answer({ value: 'Allow Once' });
      const again = await thread.host.dialog(2);
      assert.ok(again.spec.kind === 'select');
      assert.ok(again.spec.preview?.notes?.includes('This file is outside the workspace.'), name);
      again.answer({ value: 'Deny' });
      await thread.host.settled();
      assert.equal(read('elsewhere/theirs.txt'), 'theirs\n');
    }
  });

  it('the question about a second change of a file includes the first change', async () => {
    world.write('work/a.txt', 'one\ntwo\n');
    const thread = await world.open();
    const asked = await turn(
      world,
      thread,
      [edit('a.txt', 'one', '1'), edit('a.txt', 'two', '2')],
      'Allow Once',
      'Allow Once',
      'Allow Once',
    );
    const last = asked.at(-1);
    assert.match((last?.kind === 'select' && last.preview?.text) || '', /^ 1\n-two\n\+2$/m);
    assert.equal(read('work/a.txt'), '1\n2\n');
  });

  for (const mode of ['ask', 'off'] as const) {
    for (const id of ['call_0', '']) {
      it(`two calls of one answer with the id “${id}” are two calls (${mode})`, async () => {
        world.approvals = mode;
        const thread = await world.open();
        const calls = ['echo A > a', 'echo B > b', 'echo A > a'].map((command) => ({ ...bash(command), id }));
        const answers = mode === 'ask' ? ['Allow Once', 'Deny', 'Allow Once'] : [];
        const asked = await turn(world, thread, calls, ...answers);
        assert.equal(asked.length, answers.length);
        assert.deepEqual([has(world, 'a'), has(world, 'b')], [true, mode === 'off']);
      });
    }
  }

  it('the question shows the shell and the command prefix from settings', async () => {
    world.write(
      'work/.pi/settings.json',
      JSON.stringify({ shellCommandPrefix: 'touch prefixed', shellPath: '/bin/bash' }),
    );
    const thread = await world.open();
    const [spec] = await turn(world, thread, [bash('ls')], 'Allow in This Thread');
    assert.deepEqual(spec?.kind === 'select' && spec.preview, {
      format: 'text',
      text: 'touch prefixed\nls',
      notes: [
        'Begins with touch prefixed from the pi setting shellCommandPrefix.',
        'Runs in /bin/bash from the pi setting shellPath.',
      ],
      rule: { text: 'Applies to exactly this command in this folder.', code: 'ls' },
    });
    assert.equal((await turn(world, thread, [bash('ls -l')], 'Deny')).length, 1);
    writeFileSync(join(world.folder, '.pi/settings.json'), '{}');
    const other = await world.open();
    assert.equal((await turn(world, other, [bash('ls')], 'Deny')).length, 1);
  });

  it('the question shows that a write changes nothing', async () => {
    world.write('work/a.txt', 'same\n');
    const thread = await world.open();
    const [spec] = await turn(world, thread, [write('a.txt', 'same\n')], 'Deny');
    assert.equal(
      spec?.kind === 'select' && spec.preview?.notes?.[0],
      'Changes nothing: the file has this content already.',
    );
  });
});
