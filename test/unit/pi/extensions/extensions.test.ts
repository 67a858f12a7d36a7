import { strict as assert } from 'node:assert';
import { setImmediate as turn } from 'node:timers/promises';
import type { DialogSpec } from '../../../../src/protocol/dialog';
import { Hold } from '../../../fixtures/pi/scriptedModel';
import { PiWorld } from '../../../fixtures/pi/piWorld';

describe('extensions', () => {
  let world: PiWorld;
  beforeEach(() => {
    world = new PiWorld();
  });
  afterEach(() => world.close());

  const command = (body: string) =>
    `pi.registerCommand('go', { handler: async (args: string, ctx: any) => { ${body} } });`;
  const told = `const tell = (value: unknown) => ctx.ui.notify(JSON.stringify(value) ?? 'undefined');`;

  it("An extension asks with each of pi's dialogs and gets the value that pi defines", async () => {
    world.extension(
      'asker',
      command(`${told}
        tell(await ctx.ui.select('Which?', ['a', 'b']));
        tell(await ctx.ui.confirm('Sure?', 'Really'));
        tell(await ctx.ui.input('Name?', 'your name'));
        tell(await ctx.ui.editor('Text?', 'start'));
        tell(await ctx.ui.questionnaire('Some', [{ id: 'q', text: 'Q?', options: ['x'], many: false, other: true }]));`),
    );
    const thread = await world.open();
    thread.send('/go');
    const specs: DialogSpec[] = [];
    const answers = [
      { value: 'b' },
      { confirmed: true },
      { value: 'Ada' },
      { value: 'end' },
      { answers: [{ id: 'q', chosen: ['x'] }] },
    ];
    for (const [index, answer] of answers.entries()) {
      const dialog = await thread.host.dialog(index);
      specs.push(dialog.spec);
      dialog.answer(answer);
    }
    await thread.host.called('m1 handled');
    assert.deepEqual(specs, [
      { kind: 'select', title: 'Which?', options: ['a', 'b'], askedBy: 'asker' },
      { kind: 'confirm', title: 'Sure?', message: 'Really', askedBy: 'asker' },
      { kind: 'input', title: 'Name?', placeholder: 'your name', askedBy: 'asker' },
      { kind: 'editor', title: 'Text?', prefill: 'start', askedBy: 'asker' },
      {
        kind: 'questionnaire',
        title: 'Some',
        questions: [{ id: 'q', text: 'Q?', options: ['x'], many: false, other: true }],
        askedBy: 'asker',
      },
    ]);
    await thread.host.until(() => thread.host.toasts.length === 5);
    assert.deepEqual(thread.host.toasts, [
      'info: "b"',
      'info: true',
      'info: "Ada"',
      'info: "end"',
      'info: [{"id":"q","chosen":["x"]}]',
    ]);
  });

  it("An extension gets pi's cancel value for each other outcome of a question", async () => {
    world.extension(
      'asker',
      command(`${told}
        tell(await ctx.ui.select('Which?', ['a']));
        tell(await ctx.ui.confirm('Sure?', ''));
        tell(await ctx.ui.input('Name?'));
        tell(await ctx.ui.select('Wrong shape?', ['a']));`),
    );
    const thread = await world.open();
    thread.send('/go');
    (await thread.host.dialog(0)).end({ outcome: 'cancelled' });
    (await thread.host.dialog(1)).end({ outcome: 'timed-out' });
    (await thread.host.dialog(2)).end({ outcome: 'disposed' });
    (await thread.host.dialog(3)).answer({ confirmed: true });
    await thread.host.called('m1 handled');
    await thread.host.until(() => thread.host.toasts.length === 4);
    assert.deepEqual(thread.host.toasts, [
      'info: undefined',
      'info: false',
      'info: undefined',
      'info: undefined',
    ]);
  });

  it('An extension can ask several questions at once, with a timeout and a signal', async () => {
    world.extension(
      'asker',
      command(`${told}
        const stop = new AbortController();
        const both = Promise.all([ctx.ui.confirm('A', '', { timeout: 5000 }), ctx.ui.input('B', '', { signal: stop.signal })]);
        ctx.ui.setEditorText('asked');
        (globalThis as any).ensoStop = () => stop.abort();
        tell(await both);`),
    );
    const thread = await world.open();
    thread.send('/go');
    const first = await thread.host.dialog(0);
    await thread.host.dialog(1);
    assert.equal(first.options.timeout, 5000);
    (globalThis as unknown as { ensoStop: () => void }).ensoStop();
    first.answer({ confirmed: true });
    await thread.host.called('m1 handled');
    assert.deepEqual(thread.host.toasts, ['info: [true,null]']);
    assert.equal(thread.host.composer, 'asked');
  });

  it("An extension shows statuses and widgets in the theme's colors, and only the last of many", async () => {
    world.extension(
      'shower',
      command(`
        for (let i = 0; i < 1000; i++) ctx.ui.setStatus('n', ctx.ui.theme.fg('accent', '\\u001b[1m' + i));
        ctx.ui.setWidget('w', ['one', '\\u001b]0;title\\u0007two'], { placement: 'belowEditor' });
        ctx.ui.setWidget('x', () => ({ render: () => [] }));
        ctx.ui.setWorkingMessage('busy');`),
    );
    const thread = await world.open();
    thread.send('/go');
    const status = '\u001b[34m\u001b[1m999\u001b[39m\u001b[0m';
    await thread.host.until(() => thread.host.state.statuses['n'] === status);
    assert.deepEqual(thread.host.state.widgets, { w: { lines: ['one', 'two'], placement: 'below' } });
    assert.equal(thread.host.state.workingMessage, 'busy');
    const statuses = thread.host.observations.filter(({ type }) => type === 'extension-status');
    assert.equal(statuses.length, 2);
  });

  it('An extension that uses a terminal feature can detect its absence and is named once for each feature', async () => {
    const body = `${told}
      ctx.ui.setFooter(undefined);
      ctx.ui.setHeader(() => ({}));
      ctx.ui.onTerminalInput(() => undefined)();
      tell([ctx.mode, ctx.hasUI, (await ctx.ui.custom(() => ({}))) ?? 'nothing']);`;
    world.extension('tui', command(body));
    const thread = await world.open();
    thread.send('/go');
    await thread.host.called('m1 handled');
    thread.send('/go');
    await thread.host.called('m2 handled');
    await thread.host.until(() => thread.host.toasts.length === 2);
    assert.deepEqual(thread.host.toasts, ['info: ["rpc",true,"nothing"]', 'info: ["rpc",true,"nothing"]']);
    assert.deepEqual(
      thread.host.items.map((item) => item.kind === 'notice' && item.text),
      ['uses a header', 'reads the keyboard', 'uses a custom screen'].map(
        (feature) => `tui ${feature}, which only works in a terminal. Everything else works.`,
      ),
    );
  });

  it('An extension adds its warnings during a run to the transcript, with its name', async () => {
    world.model.answer({ say: 'hi' });
    world.extension(
      'warner',
      `pi.on('agent_start', (_e: any, ctx: any) => ctx.ui.notify('careful', 'warning'));`,
    );
    const thread = await world.open();
    await thread.run('hi');
    const [notice] = thread.host.items;
    assert.ok(notice?.kind === 'notice');
    assert.deepEqual([notice.level, notice.text, notice.source], ['warning', 'careful', 'warner']);
  });

  it("An extension that can't be loaded is named, and the other extensions work", async () => {
    world.write('agent/extensions/broken.ts', 'export default function ( {');
    world.extension('fine', command(`ctx.ui.notify('fine');`));
    const thread = await world.open();
    thread.send('/go');
    await thread.host.called('m1 handled');
    const [notice] = thread.host.items;
    assert.equal(notice?.kind === 'notice' && notice.text, "Couldn't load extension broken.");
    assert.deepEqual(thread.host.toasts, ['info: fine']);
  });

  it("An extension can replace one of pi's tools", async () => {
    world.model.answer({ tool: 'bash', args: { command: 'echo here' } }).answer({ say: 'ok' });
    world.extension(
      'remote',
      `pi.registerTool({ name: 'bash', label: 'bash', description: 'Runs elsewhere',
        parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
        execute: async () => ({ content: [{ type: 'text', text: 'elsewhere' }], details: undefined }) });`,
    );
    const thread = await world.open();
    await thread.run('run');
    const [tool] = thread.host.items;
    assert.equal(tool?.kind === 'tool' && tool.text, 'elsewhere');
  });

  it('An extension that throws is named once for each failure, and the run continues', async () => {
    world.model.answer({ say: 'one' });
    world.extension(
      'thrower',
      `for (const name of ['turn_end', 'agent_end', 'agent_settled']) pi.on(name, () => { throw new Error('no ' + name); });`,
    );
    const thread = await world.open();
    await thread.run('hi');
    const notices = thread.host.items.flatMap((item) =>
      item.kind === 'notice' ? [`${item.text} ${item.detail}`] : [],
    );
    assert.deepEqual(notices, [
      'Extension thrower failed. no turn_end',
      'Extension thrower failed. no agent_end',
      'Extension thrower failed. no agent_settled',
    ]);
    assert.deepEqual(thread.host.endings, [{ aborted: false, failed: false }]);
  });

  it('An extension that keeps pi waiting is named as the reason', async () => {
    world.model.answer({ say: 'never' });
    world.extension('holder', `pi.on('context', (_e: any, ctx: any) => ctx.ui.confirm('Wait?', ''));`);
    const thread = await world.open();
    thread.send('hi');
    const dialog = await thread.host.dialog();
    assert.equal(thread.runtime.waitingFor(), 'holder');
    dialog.answer({ confirmed: true });
    await thread.host.settled();
    assert.equal(thread.runtime.waitingFor(), undefined);
  });

  it('An extension of the workspace runs only after the workspace is trusted, in the same session', async () => {
    world.trusted = false;
    world.write(
      'work/.pi/extensions/local.ts',
      `export default function (pi: any) { ${command(`ctx.ui.notify('local');`)} }`,
    );
    world.write('work/AGENTS.md', 'Say boo.');
    world.model.answer({ say: 'hi' }).answer({ say: 'hi' });
    const thread = await world.open();
    assert.equal(thread.runtime.promptKind('/go'), 'unknown');
    await thread.run('hi');
    assert.doesNotMatch(JSON.stringify(world.model.requests[0]), /Say boo/);
    world.trusted = true;
    await thread.runtime.reload();
    assert.equal(thread.runtime.promptKind('/go'), 'extension');
    await thread.run('hi');
    assert.match(JSON.stringify(world.model.requests[1]), /Say boo/);
  });

  it('An extension can ask before a tool runs, and a refusal ends the call', async () => {
    const hold = new Hold();
    world.write('work/a.txt', 'x');
    world.model.answer({ tool: 'read', args: { path: 'a.txt' } }, { hold }).answer({ say: 'ok' });
    world.extension(
      'guard',
      `pi.on('tool_call', async (_e: any, ctx: any) => (await ctx.ui.confirm('May I?', '')) ? undefined : { block: true, reason: 'Not this one.' });`,
    );
    const thread = await world.open();
    thread.send('read');
    await hold.reached;
    hold.release();
    (await thread.host.dialog()).answer({ confirmed: false });
    await thread.host.settled();
    const [tool] = thread.host.items;
    assert.deepEqual(tool?.kind === 'tool' && [tool.state, tool.text], ['failed', 'Not this one.']);
  });

  it('An extension that leaves failing timers and promises is named once in the log, and the process survives', async () => {
    const events = ['uncaughtException', 'unhandledRejection'] as const;
    const left = { ticks: 0, timer: undefined as NodeJS.Timeout | undefined, leave: () => Promise.resolve() };
    Object.assign(globalThis, { ensoLeft: left });
    world.extension(
      'leaver',
      `pi.on('session_start', (_e: any, ctx: any) => {
        const left = (globalThis as any).ensoLeft;
        left.timer ??= setInterval(() => { left.ticks++; ctx.ui.notify('tick'); }, 1);
        left.leave = async () => { await null; ctx.ui.setStatus('x', 'y'); };
      });`,
    );
    world.model.answer({ say: 'still here' });
    const other = await world.open();
    const thread = await world.open();
    await other.host.until(() => other.host.toasts.length > 0);
    // The test runner would take every such error for a failure of its own.
    const emitter: NodeJS.EventEmitter = process;
    const runners = events.map((event) => {
      const listeners = emitter.rawListeners(event).slice(0, -1) as (() => void)[];
      return { event, listeners };
    });
    for (const { event, listeners } of runners)
      for (const listener of listeners) emitter.off(event, listener);
    try {
      left.ticks = 0;
      await other.runtime.dispose();
      await thread.runtime.dispose();
      void left.leave();
      while (left.ticks < 3) await turn();
      clearInterval(left.timer);
      await turn();
    } finally {
      for (const { event, listeners } of runners) {
        for (const listener of [...listeners].reverse()) emitter.prependListener(event, listener);
      }
    }
    const told = world.log.lines.filter((line) => line.includes('leaver'));
    assert.deepEqual(told, ['warn extension leaver: unhandled error, Error']);
    const third = await world.open();
    await third.run('hello');
    assert.deepEqual(third.host.endings, [{ aborted: false, failed: false }]);
  });
});
