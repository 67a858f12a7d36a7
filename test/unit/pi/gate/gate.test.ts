import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionStore } from '../../../../src/extension/sessionFiles/sessionStore';
import { bash, has, outcomes, turn, write } from '../../../fixtures/pi/acts';
import { PiWorld } from '../../../fixtures/pi/piWorld';
import type { Step } from '../../../fixtures/pi/scriptedModel';

describe('before a tool acts, the person', () => {
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

  it('is shown the command exactly, and nothing runs before the answer', async () => {
    const thread = await world.open();
    world.model.answer(bash('echo one\u202e > ran.txt')).answer({ say: 'done' });
    thread.send('do it');
    const question = await thread.host.dialog();
    assert.equal(has(world, 'ran.txt'), false);
    assert.deepEqual(question.spec, {
      kind: 'select',
      title: 'Run this command?',
      askedBy: 'Enso',
      options: ['Allow once', 'Allow for this thread', 'Deny', 'Deny and say why'],
      preview: {
        format: 'text',
        text: 'echo one\u202e > ran.txt',
        notes: ['“Allow for this thread” means exactly this command.'],
      },
    });
    question.answer({ value: 'Allow once' });
    await thread.host.settled();
    assert.equal(has(world, 'ran.txt'), true);
  });

  it('sees that a call waits while they are asked, and runs once they have allowed it', async () => {
    const thread = await world.open();
    world.model.answer(bash('echo one > ran.txt'), bash('touch b')).answer({ say: 'done' });
    thread.send('do it');
    const states = () => thread.host.items.flatMap((item) => (item.kind === 'tool' ? [item.state] : []));
    const first = await thread.host.dialog(0);
    assert.deepEqual(states(), ['waiting', 'waiting']);
    first.answer({ value: 'Allow once' });
    const second = await thread.host.dialog(1);
    assert.equal(states().at(-1), 'waiting');
    second.answer({ value: 'Deny' });
    await thread.host.settled();
    assert.deepEqual(states(), ['done', 'failed']);
    const changes = thread.host.observations.flatMap((each) =>
      each.type === 'item-changed' && 'state' in each.patch ? [each.patch.state] : [],
    );
    const seen = changes.slice(0, changes.indexOf('done'));
    assert.ok(seen.lastIndexOf('running') > seen.lastIndexOf('waiting'));
  });

  it('who denies has the model told so, in their words where they gave some', async () => {
    const thread = await world.open();
    const asked = await turn(
      world,
      thread,
      [bash('touch a'), bash('touch b')],
      'Deny',
      'Deny and say why',
      'use mkdir instead',
    );
    assert.deepEqual(
      asked.map(({ kind }) => kind),
      ['select', 'select', 'input'],
    );
    assert.deepEqual(outcomes(thread), [
      ['failed', 'The person denied this. It was not done.'],
      ['failed', 'The person denied this and said: use mkdir instead'],
    ]);
    assert.deepEqual([has(world, 'a'), has(world, 'b')], [false, false]);
  });

  for (const outcome of ['cancelled', 'timed-out', 'signalled', 'disposed'] as const) {
    it(`who gives no answer (${outcome}) has allowed nothing`, async () => {
      const thread = await world.open();
      world.model.answer(bash('touch a')).answer({ say: 'done' });
      thread.send('do it');
      (await thread.host.dialog()).end({ outcome });
      await thread.host.settled();
      assert.deepEqual(outcomes(thread), [['failed', 'Nobody allowed this, so it was not done.']]);
      assert.equal(has(world, 'a'), false);
    });
  }

  it('who stops during the question has no tool run, and is asked no more', async () => {
    const thread = await world.open();
    world.model.answer(bash('touch a'), bash('touch b')).answer({ say: 'never' });
    thread.send('do it');
    await thread.host.dialog();
    await thread.stop();
    await thread.host.settled();
    assert.equal(thread.host.asked.length, 1);
    assert.deepEqual(thread.host.ended, ['aborted']);
    assert.deepEqual([has(world, 'a'), has(world, 'b')], [false, false]);
  });

  it('is asked about the calls of one turn one after the other', async () => {
    const thread = await world.open();
    world.model.answer(bash('touch a'), write('b')).answer({ say: 'done' });
    thread.send('do it');
    const first = await thread.host.dialog();
    assert.equal(thread.host.asked.length, 1);
    first.answer({ value: 'Allow once' });
    (await thread.host.dialog(1)).answer({ value: 'Allow once' });
    await thread.host.settled();
    assert.deepEqual([has(world, 'a'), has(world, 'b')], [true, true]);
  });

  it('who allows a command for a thread is asked again in another', async () => {
    const [one, other] = [await world.open(), await world.open()];
    const first = await turn(world, one, [bash('touch a')], 'Allow for this thread');
    assert.deepEqual(first[0]?.kind === 'select' && first[0].options, [
      'Allow once',
      'Allow for this thread',
      'Always allow this kind',
      'Deny',
      'Deny and say why',
    ]);
    assert.equal((await turn(world, one, [bash('touch b')])).length, 0);
    assert.equal((await turn(world, one, [bash('touch c && rm c')], 'Deny')).length, 1);
    assert.equal((await turn(world, other, [bash('touch d')], 'Deny')).length, 1);
    assert.deepEqual(world.allowed, []);
  });

  it('who always allows a kind is not asked again, until it is forgotten', async () => {
    const [one, other] = [await world.open(), await world.open()];
    await turn(world, one, [bash('touch a')], 'Always allow this kind');
    assert.deepEqual(world.allowed, ['command touch']);
    assert.equal((await turn(world, other, [bash('touch b')])).length, 0);
    await world.factoryOfThisWorld.forgetApprovals();
    assert.equal((await turn(world, one, [bash('touch c')], 'Deny')).length, 1);
    assert.equal((await turn(world, other, [bash('touch d')], 'Deny')).length, 1);
  });

  it('sees an edit as the diff that it makes of the file as it is now', async () => {
    world.write('work/greet.txt', 'Hello\nworld\n');
    const thread = await world.open();
    const [spec] = await turn(world, thread, [edit('greet.txt', 'Hello', 'Good day')], 'Allow once');
    assert.ok(spec?.kind === 'select');
    assert.equal(spec.title, 'Edit this file?');
    assert.deepEqual([spec.preview?.format, spec.preview?.path], ['diff', 'greet.txt']);
    assert.match(spec.preview?.text ?? '', /^-Hello\n\+Good day\n world$/m);
    assert.equal(readFileSync(join(world.folder, 'greet.txt'), 'utf8'), 'Good day\nworld\n');
  });

  it('sees what a write changes, or that the file is new', async () => {
    world.write('work/old.txt', 'one\ntwo\n');
    const thread = await world.open();
    const asked = await turn(
      world,
      thread,
      [write('old.txt', 'one\n2\n'), write('new.txt', 'a\nb')],
      'Allow once',
      'Allow once',
    );
    const matters = asked.map((spec) => (spec.kind === 'select' ? spec.preview : undefined));
    assert.match(matters[0]?.text ?? '', /^ one\n-two\n\+2$/m);
    assert.equal(matters[1]?.text, '@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n');
    assert.equal(matters[1]?.notes?.[0], 'It is a new file.');
  });

  it('finds in a thread that is read from its file what was asked, without all that was in it', async () => {
    const thread = await world.open();
    await turn(world, thread, [write('long.txt', 'line\n'.repeat(50_000))], 'Deny');
    const cold = await new SessionStore({ folders: () => [world.folder], agentDir: world.agentDir }).read(
      thread.id,
    );
    const [question] = cold?.items.filter((item) => item.kind === 'dialog') ?? [];
    assert.ok(question?.kind === 'dialog' && question.request.kind === 'select');
    assert.equal(question.request.preview?.path, 'long.txt');
    assert.ok(question.request.preview.text.length < 2000);
    assert.deepEqual(question.ending?.answer, { value: 'Deny' });
  });

  it('is not asked about an edit that can’t be made: the model hears why', async () => {
    world.write('work/greet.txt', 'Hello\n');
    const thread = await world.open();
    assert.equal((await turn(world, thread, [edit('greet.txt', 'Goodbye', 'x')])).length, 0);
    assert.match(outcomes(thread)[0]?.[1] ?? '', /^This was not done: Could not find/);
  });

  it('is not asked about reading', async () => {
    const outside = world.write('elsewhere/a.txt', 'secret');
    const thread = await world.open();
    assert.equal((await turn(world, thread, [{ tool: 'read', args: { path: outside } }])).length, 0);
    assert.deepEqual(outcomes(thread), [['done', 'secret']]);
  });
});
