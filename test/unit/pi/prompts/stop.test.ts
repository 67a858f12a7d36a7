import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Hold } from '../../../fixtures/pi/scriptedModel';
import { PiWorld } from '../../../fixtures/pi/piWorld';
import { alive, childThatRuns } from '../../../fixtures/pi/processes';

describe('stopping pi:', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  it('a stop aborts the signal before it returns and resolves when pi is idle', async () => {
    const hold = new Hold();
    world.model.answer({ say: 'half' }, { hold }, { say: ' whole' });
    let raised = false;
    world.extension(
      'watch',
      `pi.on('agent_start', (_e: any, ctx: any) => { (globalThis as any).ensoSignal = ctx.signal; });`,
    );
    const thread = await world.open();
    thread.send('hi');
    await hold.reached;
    const idle = thread.runtime.abort();
    raised = (globalThis as { ensoSignal?: AbortSignal }).ensoSignal?.aborted === true;
    assert.equal(raised, true);
    await idle;
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
    assert.deepEqual(
      thread.host.items.map((item) => item.kind === 'text' && [item.text, item.open]),
      [['half', false]],
    );
  });

  it('two stops act as one and don’t affect the next prompt', async () => {
    const hold = new Hold();
    world.model.answer({ hold }).answer({ say: 'fine' });
    const thread = await world.open();
    thread.send('hi');
    await hold.reached;
    await Promise.all([thread.runtime.abort(), thread.runtime.abort()]);
    await thread.run('next');
    assert.deepEqual(
      thread.host.endings.map(({ aborted }) => aborted),
      [true, false],
    );
  });

  it('a stop while an extension handles the prompt keeps the prompt from the model and the transcript', async () => {
    world.extension(
      'gate',
      `pi.on('input', async (_e: any, ctx: any) => { await ctx.ui.confirm('Send it?', ''); });`,
    );
    const thread = await world.open();
    thread.send('hi');
    await thread.host.dialog();
    await thread.stop();
    assert.deepEqual(thread.host.calls, ['asked confirm: Send it?', 'm1 handled']);
    assert.equal(world.model.requests.length, 0);
  });

  it('a stop during before_agent_start keeps the prompt from the model', async () => {
    world.extension(
      'prepare',
      `pi.on('before_agent_start', async (_e: any, ctx: any) => { await ctx.ui.confirm('Start?', ''); });`,
    );
    const thread = await world.open();
    thread.send('hi');
    await thread.host.dialog();
    await thread.stop();
    assert.equal(world.model.requests.length, 0);
    assert.deepEqual(thread.host.calls, [
      'asked confirm: Start?',
      'm1 started',
      'run started',
      'delivered m1',
      'run settled (aborted)',
    ]);
  });

  it('a stop during the session’s start returns the prompt at once', async () => {
    world.model.answer({ say: 'later' });
    world.extension(
      'slow',
      `pi.on('session_start', async (_e: any, ctx: any) => { await ctx.ui.confirm('Begin?', ''); });`,
    );
    const thread = await world.open();
    thread.send('hi');
    const dialog = await thread.host.dialog();
    await thread.runtime.abort();
    assert.deepEqual(thread.host.calls, ['asked confirm: Begin?', 'm1 handled']);
    dialog.answer({ confirmed: true });
    await thread.run('again');
    assert.deepEqual(world.model.userTexts(0), ['again']);
  });

  it('a question asked after the stop is refused, so the run can end', async () => {
    const hold = new Hold();
    world.write('work/a.txt', 'x');
    world.model.answer({ tool: 'read', args: { path: 'a.txt' } }, { hold });
    world.extension(
      'guard',
      `pi.on('tool_call', async (_e: any, ctx: any) => {
        if (!await ctx.ui.confirm('First?', '')) await ctx.ui.confirm('Second?', '');
        return { block: true, reason: 'no' };
      });`,
    );
    const thread = await world.open();
    thread.send('read it');
    await hold.reached;
    hold.release();
    await thread.host.dialog();
    await thread.stop();
    assert.equal(thread.host.asked.length, 1);
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
    const [tool] = thread.host.items;
    assert.equal(tool?.kind === 'tool' && tool.state, 'aborted');
  });

  it('a stop leaves no empty answer', async () => {
    world.model.answer({ tool: 'ask_user', args: { question: 'Which?', options: ['a', 'b'] } });
    const thread = await world.open();
    thread.send('ask');
    await thread.host.dialog();
    await thread.stop();
    assert.deepEqual(
      thread.host.items.map(({ kind }) => kind),
      ['tool'],
    );
  });

  it('a stop kills a command with its child processes', async () => {
    const command = 'sleep 300 & echo $! > child; sleep 300';
    world.model.answer({ tool: 'bash', args: { command } });
    const thread = await world.open();
    thread.send('run it');
    const child = await childThatRuns(join(world.folder, 'child'));
    assert.equal(thread.runtime.waitingFor(), 'bash');
    await thread.stop();
    await child.gone();
    const [tool] = thread.host.items;
    assert.equal(tool?.kind === 'tool' && tool.state, 'aborted');
    assert.equal(alive(child.pid), false);
  });

  it('closing a thread stops its run and its child processes', async () => {
    world.model.answer({ tool: 'bash', args: { command: 'sleep 300 & echo $! > child; sleep 300' } });
    world.extension('last', `pi.on('session_shutdown', () => { (globalThis as any).ensoShutdown = true; });`);
    const thread = await world.open();
    thread.send('run it');
    const child = await childThatRuns(join(world.folder, 'child'));
    await thread.runtime.dispose();
    await child.gone();
    assert.equal((globalThis as { ensoShutdown?: boolean }).ensoShutdown, true);
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
    thread.send('more');
    assert.equal(thread.host.calls.at(-1), 'm2 rejected: This thread is closed.');
  });

  it('an abort between two tool calls prevents the second call and the next request', async () => {
    world.model.answer(
      { tool: 'bash', args: { command: 'echo one > first; sleep 300' } },
      { tool: 'bash', args: { command: 'echo $$ > second' } },
    );
    world.extension(
      'abort',
      `let calls = 0; pi.on('tool_call', (_e: any, ctx: any) => { if (++calls === 1) ctx.abort(); });`,
    );
    const thread = await world.open();
    await thread.run('go');
    assert.throws(() => readFileSync(join(world.folder, 'first')));
    assert.throws(() => readFileSync(join(world.folder, 'second')));
    assert.equal(world.model.requests.length, 1);
    assert.equal(thread.host.endings[0]?.aborted, true);
  });

  it('a stop during the approval of the second of three calls runs none of them', async () => {
    const writes = (name: string) => ({ tool: 'bash', args: { command: `echo $$ > ${name}` } });
    world.model.answer(writes('one'), writes('two'), writes('three'));
    world.extension(
      'guard',
      `let calls = 0;
       pi.on('tool_call', async (_e: any, ctx: any) => { if (++calls === 2) await ctx.ui.confirm('Second?', ''); });`,
    );
    const thread = await world.open();
    thread.send('go');
    await thread.host.dialog();
    await thread.stop();
    assert.deepEqual(
      ['one', 'two', 'three'].filter((name) => existsSync(join(world.folder, name))),
      [],
    );
    assert.deepEqual(
      thread.host.items.map((item) => item.kind === 'tool' && item.state),
      ['aborted', 'aborted', 'aborted'],
    );
    // Each call has a result, so providers accept the next request.
    world.model.answer({ say: 'fine' });
    await thread.run('next');
    const roles = world.model.requests[1]?.map(({ role }) => role) ?? [];
    assert.equal(roles.filter((role) => role === 'toolResult').length, 3);
  });

  it('a stop returns the messages that an extension queued, and pi doesn’t continue with them', async () => {
    const hold = new Hold();
    world.model.answer({ hold }).answer({ say: 'fine' });
    world.extension(
      'pusher',
      `pi.registerCommand('push', { handler: async () => {
        pi.sendUserMessage('steered', { deliverAs: 'steer' });
        pi.sendUserMessage('after it', { deliverAs: 'followUp' });
      } });`,
    );
    const thread = await world.open();
    thread.send('work');
    await hold.reached;
    thread.send('/push');
    await thread.host.called('m2 handled');
    // pi queues the messages one after the other.
    for (let turns = 0; turns < 20; turns++) await turn();
    assert.deepEqual(await thread.stop(), ['steered', 'after it']);
    assert.equal(world.model.requests.length, 1);
    await thread.run('next');
    assert.deepEqual(world.model.userTexts(1), ['work', 'next']);
    assert.deepEqual(
      thread.host.endings.map(({ aborted }) => aborted),
      [true, false],
    );
  });

  it('a message that an extension queues during the abort is dropped with a notice', async () => {
    const hold = new Hold();
    world.model.answer({ hold }).answer({ say: 'fine' });
    world.extension(
      'late',
      `pi.on('agent_end', async () => {
        if ((globalThis as any).ensoLate) pi.sendUserMessage('unasked', { deliverAs: 'followUp' });
      });`,
    );
    Object.assign(globalThis, { ensoLate: true });
    const thread = await world.open();
    thread.send('work');
    await hold.reached;
    await thread.stop();
    Object.assign(globalThis, { ensoLate: false });
    const notice = thread.host.items.at(-1);
    assert.equal(notice?.kind === 'notice' && notice.detail, 'unasked');
    await thread.run('next');
    assert.deepEqual(
      world.model.requests.map((_, at) => world.model.userTexts(at)),
      [['work'], ['work', 'next']],
    );
  });

  it('a stop ends all sixty calls of a turn', async () => {
    const asks = { tool: 'ask_user', args: { question: 'Which?', options: ['a', 'b'] } };
    world.model.answer(...Array.from({ length: 60 }, () => asks));
    const thread = await world.open();
    thread.send('ask');
    await thread.host.dialog(59);
    await thread.stop();
    assert.equal(thread.host.items.length, 60);
    assert.ok(
      thread.host.items.every((item) => item.kind === 'tool' && !['waiting', 'running'].includes(item.state)),
    );
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
  });

  it('a stop ends the wait before a retry', async () => {
    world.settings({ retry: { baseDelayMs: 60_000 } });
    world.model.answer({ fail: '529 overloaded_error' });
    const thread = await world.open();
    thread.send('hi');
    await thread.host.until(() => thread.host.state.activity?.kind === 'retrying');
    await thread.stop();
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
    assert.equal(world.model.requests.length, 1);
    assert.equal(thread.host.items.length, 0);
  });
});
