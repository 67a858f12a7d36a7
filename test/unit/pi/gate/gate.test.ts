import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionStore } from '../../../../src/extension/sessionFiles/sessionStore';
import { bash, has, outcomes, turn, write } from '../../../fixtures/pi/toolCalls';
import { PiWorld } from '../../../fixtures/pi/piWorld';
import type { Step } from '../../../fixtures/pi/scriptedModel';

describe('The gate:', () => {
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

  it("the question shows the exact command, which doesn't run before the answer", async () => {
    const thread = await world.open();
    world.model.answer(bash('echo one\u202e > ran.txt')).answer({ say: 'done' });
    thread.send('do it');
    const question = await thread.host.dialog();
    assert.equal(has(world, 'ran.txt'), false);
    assert.deepEqual(question.spec, {
      kind: 'select',
      title: 'Run this command?',
      askedBy: 'Enso',
      fromEnso: true,
      options: ['Allow Once', 'Allow in This Thread', 'Always Allow', 'Deny', 'Deny with Reason…'],
      decisions: ['allow-once', 'allow-in-thread', 'always-allow', 'deny', 'deny-with-reason'],
      callId: question.spec.callId,
      preview: {
        format: 'text',
        text: 'echo one\u202e > ran.txt',
        rule: { text: 'Applies to exactly this command in this folder.' },
      },
    });
    question.answer({ value: 'Allow Once' });
    await thread.host.settled();
    assert.equal(has(world, 'ran.txt'), true);
  });

  it('the call is shown as waiting during the question and as running after the answer', async () => {
    const thread = await world.open();
    world.model.answer(bash('echo one > ran.txt'), bash('touch b')).answer({ say: 'done' });
    thread.send('do it');
    const states = () => thread.host.items.flatMap((item) => (item.kind === 'tool' ? [item.state] : []));
    const first = await thread.host.dialog(0);
    assert.deepEqual(states(), ['waiting', 'waiting']);
    first.answer({ value: 'Allow Once' });
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

  it("the model gets a denial with the user's reason", async () => {
    const thread = await world.open();
    const asked = await turn(
      world,
      thread,
      [bash('touch a'), bash('touch b')],
      'Deny',
      'Deny with Reason…',
      'use mkdir instead',
    );
    assert.deepEqual(
      asked.map(({ kind }) => kind),
      ['select', 'select', 'input'],
    );
    assert.deepEqual(outcomes(thread), [
      ['failed', 'The user denied this. It was skipped.'],
      ['failed', 'The user denied this and said: use mkdir instead'],
    ]);
    assert.deepEqual([has(world, 'a'), has(world, 'b')], [false, false]);
  });

  for (const outcome of ['cancelled', 'timed-out', 'signalled', 'disposed'] as const) {
    it(`nothing runs without an answer (${outcome})`, async () => {
      const thread = await world.open();
      world.model.answer(bash('touch a')).answer({ say: 'done' });
      thread.send('do it');
      (await thread.host.dialog()).end({ outcome });
      await thread.host.settled();
      assert.deepEqual(outcomes(thread), [['failed', 'This was not approved, so it was skipped.']]);
      assert.equal(has(world, 'a'), false);
    });
  }

  it('nothing runs and no question opens after a stop during the question', async () => {
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

  it('the gate asks about the calls of one turn one after the other', async () => {
    const thread = await world.open();
    world.model.answer(bash('touch a'), write('b')).answer({ say: 'done' });
    thread.send('do it');
    const first = await thread.host.dialog();
    assert.equal(thread.host.asked.length, 1);
    first.answer({ value: 'Allow Once' });
    (await thread.host.dialog(1)).answer({ value: 'Allow Once' });
    await thread.host.settled();
    assert.deepEqual([has(world, 'a'), has(world, 'b')], [true, true]);
  });

  it('a command that is allowed in one thread needs approval in another', async () => {
    const [one, other] = [await world.open(), await world.open()];
    const first = await turn(world, one, [bash('touch a')], 'Allow in This Thread');
    assert.deepEqual(first[0]?.kind === 'select' && first[0].preview?.rule, {
      text: 'Applies to exactly this command in this folder.',
    });
    assert.equal((await turn(world, one, [bash('touch a')])).length, 0);
    assert.equal((await turn(world, one, [bash('touch c')], 'Deny')).length, 1);
    assert.equal((await turn(world, one, [bash('touch a && rm a')], 'Deny')).length, 1);
    assert.equal((await turn(world, other, [bash('touch a')], 'Deny')).length, 1);
    assert.deepEqual(world.allowed, []);
  });

  it('the question shows what a rule covers, and the gate asks about other commands', async () => {
    world.write('work/a.txt', 'a');
    const [one, other] = [await world.open(), await world.open()];
    const [spec] = await turn(world, one, [bash('ls -l')], 'Always Allow');
    assert.deepEqual(spec?.kind === 'select' && spec.preview?.rule, {
      text: 'Applies to “ls” with options that only show things, for files in the workspace.',
      code: 'ls …',
    });
    assert.equal((await turn(world, other, [bash('ls a.txt')])).length, 0);
    assert.equal((await turn(world, other, [bash('ls ..')], 'Deny')).length, 1);
  });

  it('the gate asks again about a command when its rule is removed', async () => {
    const [one, other] = [await world.open(), await world.open()];
    await turn(world, one, [bash('touch a')], 'Always Allow');
    const { approvalRules } = world.factoryOfThisWorld;
    const [rule, ...others] = approvalRules.list();
    assert.deepEqual([rule?.label, rule?.folder, others.length], ['touch a', world.folder, 0]);
    assert.equal((await turn(world, other, [bash('touch a')])).length, 0);
    assert.ok(rule !== undefined);
    await approvalRules.remove(rule);
    assert.equal((await turn(world, one, [bash('touch a')], 'Deny')).length, 1);
    assert.equal((await turn(world, other, [bash('touch a')], 'Allow in This Thread')).length, 1);
    await approvalRules.clear();
    assert.equal((await turn(world, other, [bash('touch a')], 'Deny')).length, 1);
  });

  it('the question shows an edit as a diff of the current file', async () => {
    world.write('work/greet.txt', 'Hello\nworld\n');
    const thread = await world.open();
    const [spec] = await turn(world, thread, [edit('greet.txt', 'Hello', 'Good day')], 'Allow Once');
    assert.ok(spec?.kind === 'select');
    assert.equal(spec.title, 'Edit this file?');
    assert.deepEqual([spec.preview?.format, spec.preview?.path], ['diff', 'greet.txt']);
    assert.match(spec.preview?.text ?? '', /^-Hello\n\+Good day\n world$/m);
    assert.equal(readFileSync(join(world.folder, 'greet.txt'), 'utf8'), 'Good day\nworld\n');
  });

  it('the question shows what a write changes, or that the file is new', async () => {
    world.write('work/old.txt', 'one\ntwo\n');
    const thread = await world.open();
    const asked = await turn(
      world,
      thread,
      [write('old.txt', 'one\n2\n'), write('new.txt', 'a\nb')],
      'Allow Once',
      'Allow Once',
    );
    const matters = asked.map((spec) => (spec.kind === 'select' ? spec.preview : undefined));
    assert.match(matters[0]?.text ?? '', /^ one\n-two\n\+2$/m);
    assert.equal(matters[1]?.text, '@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n');
    assert.equal(matters[1]?.notes?.[0], 'Creates a new file.');
  });

  it('the session file contains the question with a shortened preview', async () => {
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

  it('the model gets the reason why an edit is impossible, without a question', async () => {
    world.write('work/greet.txt', 'Hello\n');
    const thread = await world.open();
    assert.equal((await turn(world, thread, [edit('greet.txt', 'Goodbye', 'x')])).length, 0);
    assert.match(outcomes(thread)[0]?.[1] ?? '', /^Skipped: Could not find/);
  });

  it('reading in a trusted folder needs no approval', async () => {
    const outside = world.write('elsewhere/a.txt', 'secret');
    const thread = await world.open();
    assert.equal((await turn(world, thread, [{ tool: 'read', args: { path: outside } }])).length, 0);
    assert.deepEqual(outcomes(thread), [['done', 'secret']]);
  });
});
