import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import type { TestPanel } from '../fixtures/core/world';
import { ConformanceWorld } from '../fixtures/conformance/conformanceWorld';

describe('Example extensions from pi’s package', () => {
  let world: ConformanceWorld;
  beforeEach(() => {
    world = new ConformanceWorld();
  });
  afterEach(() => world.close());

  const model = () => world.pi.model;
  const tools = (panel: TestPanel) =>
    panel.shown.items.flatMap((item) => (item.kind === 'tool' ? [`${item.name} ${item.state}`] : []));
  /** Returns the transcript lines of settled questions. */
  const settled = (panel: TestPanel) => panel.transcript.filter((line) => line.startsWith('question: '));

  it('permission-gate asks in every panel, and the first answer wins and reaches the model', async () => {
    world.install('permission-gate.ts');
    const [a, b] = [await world.panel('A'), await world.panel('B')];
    model()
      .answer({ tool: 'bash', args: { command: 'sudo true' } })
      .answer({ say: 'as you wish' });
    await a.send('clean up');
    const request = await world.question(b, /Dangerous command/);
    assert.deepEqual([request.askedBy, request.kind], ['permission-gate', 'select']);
    await world.question(a, /Dangerous command/);
    await world.answer(b, /Dangerous command/, { value: 'No' });
    await world.idle(a);
    assert.deepEqual(tools(a), ['bash failed']);
    assert.equal(settled(a).length, 1);
    assert.match(settled(a)[0] ?? '', /\(answered\)$/);
  });

  it('timed-confirm counts down, times out in every panel, and takes an answer before that', async () => {
    world.install('timed-confirm.ts');
    const panel = await world.panel();
    await panel.send('/timed');
    const request = await world.question(panel, 'Timed Confirmation');
    assert.ok((request.expiresAt ?? 0) > world.world.clock.now());
    world.world.clock.advance(5000);
    await world.toast(panel, /Cancelled or timed out/);
    assert.match(settled(panel)[0] ?? '', /\(timed-out\)$/);
    await panel.send('/timed-select');
    await world.answer(panel, 'Pick an option', { value: 'Option B' });
    await world.toast(panel, /Selected: Option B/);
    await panel.send('/timed-signal');
    await world.answer(panel, 'Timed Confirmation', { confirmed: true });
    await world.toast(panel, /Confirmed by user!/);
  });

  it('rpc-demo shows a title, a widget and a status, asks by input, editor and select, and fills the composer', async () => {
    world.install('rpc-demo.ts');
    const panel = await world.panel();
    await panel.send('/rpc-input');
    await world.answer(panel, 'Enter a value', { value: 'ensō' });
    await world.toast(panel, /You entered: ensō/);
    await world.until('the widget', () => panel.shown.widgets['rpc-demo'] !== undefined);
    const { session, widgets, statuses } = panel.shown;
    assert.match(session.heading ?? '', /^pi RPC Demo/);
    assert.deepEqual(widgets['rpc-demo']?.lines, ['--- RPC Extension UI Demo ---', 'Loaded and ready.']);
    assert.equal(statuses['rpc-demo'], 'Turns: 0');
    await panel.send('/rpc-editor');
    const editor = await world.answer(panel, 'Edit some text', { value: 'one\ntwo' });
    assert.equal(editor.kind === 'editor' && editor.prefill, 'Line 1\nLine 2\nLine 3');
    await world.toast(panel, /Editor submitted \(2 lines\)/);
    await panel.send('/rpc-prefill');
    await world.toast(panel, /Editor prefilled/);
    assert.equal(panel.panel.draft.text, 'This text was set by the rpc-demo extension.');
    panel.panel.draft.type('');
    model()
      .answer({ tool: 'bash', args: { command: 'sudo true' } })
      .answer({ say: 'no' });
    await panel.send('do it');
    await world.answer(panel, /^Dangerous command/, { value: 'Block' });
    await world.idle(panel);
    assert.deepEqual(tools(panel), ['bash failed']);
    await world.until('the last status', () => panel.shown.statuses['rpc-demo'] === 'Turn 2 done');
  });

  it('commands lists the available commands and asks a second question', async () => {
    world.install('commands.ts', 'rpc-demo.ts');
    const panel = await world.panel();
    await panel.send('/commands extension');
    const list = await world.question(panel, 'Available Commands');
    const option = list.kind === 'select' ? list.options.find((label) => label.startsWith('/rpc-input')) : '';
    await world.answer(panel, 'Available Commands', { value: option ?? '' });
    await world.answer(panel, 'rpc-input', { confirmed: true });
    await world.toast(panel, /rpc-demo\.ts$/);
  });

  it('confirm-destructive asks before a session is left, and “No” cancels', async () => {
    world.install('confirm-destructive.ts');
    const panel = await live();
    const left = world.emit({ type: 'session_before_switch', reason: 'new' });
    await world.answer(panel, 'Clear session?', { confirmed: false });
    assert.deepEqual(await left, { cancel: true });
    const forked = world.emit({ type: 'session_before_fork', entryId: 'abcdefghij', position: 'before' });
    await world.answer(panel, /^Fork from entry abcdefgh/, 'cancel');
    assert.deepEqual(await forked, { cancel: true });
    assert.deepEqual(settled(panel), [
      'question: Clear session? (answered)',
      'question: Fork from entry abcdefgh? (cancelled)',
    ]);
  });

  it('dirty-repo-guard asks when there are uncommitted changes', async () => {
    world.install('dirty-repo-guard.ts');
    execFileSync('git', ['init', '-q'], { cwd: world.pi.folder });
    world.pi.write('work/a.txt', 'not committed');
    const panel = await live();
    const left = world.emit({ type: 'session_before_switch', reason: 'new' });
    await world.answer(panel, /^You have 1 uncommitted file/, { value: 'No, let me commit first' });
    assert.deepEqual(await left, { cancel: true });
  });

  it('git-checkpoint offers to restore the code at a checkpoint', async () => {
    world.install('git-checkpoint.ts');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: world.pi.folder });
    git('init', '-q');
    git('config', 'user.name', 'a');
    git('config', 'user.email', 'a@b');
    world.pi.write('work/a.txt', 'one\n');
    git('add', '.');
    git('commit', '-qm', 'one');
    world.pi.write('work/a.txt', 'two\n');
    world.pi.extension(
      'leaf',
      `pi.on('tool_result', (_e: any, ctx: any) => { (globalThis as any).ensoLeaf = ctx.sessionManager.getLeafEntry()?.id; });`,
    );
    const panel = await world.panel();
    // The end of the run removes the checkpoints, so a question keeps the run busy.
    model()
      .answer({ tool: 'read', args: { path: 'a.txt' } })
      .answer({ tool: 'ask_user', args: { question: 'Go on?', kind: 'confirm' } })
      .answer({ say: 'done' });
    await panel.send('read');
    await world.question(panel, 'Go on?');
    const { ensoLeaf } = globalThis as unknown as { readonly ensoLeaf: string };
    const forked = world.emit({ type: 'session_before_fork', entryId: ensoLeaf, position: 'before' });
    await world.answer(panel, 'Restore code state?', { value: 'No, keep current code' });
    await forked;
    await world.answer(panel, 'Go on?', { confirmed: true });
    await world.idle(panel);
  });

  it('project-trust loads and is never asked, because VS Code decides on trust', async () => {
    world.install('project-trust.ts');
    const panel = await live();
    await world.toast(panel, /project-trust example loaded/);
    assert.deepEqual(settled(panel), []);
  });

  it('plan-mode shows its status, asks for the next step, and takes a refinement in an editor', async () => {
    world.install('plan-mode/index.ts');
    const panel = await world.panel();
    await panel.send('/plan');
    await world.until(
      'the status',
      () => panel.shown.statuses['plan-mode'] === '\u001b[33m⏸ plan\u001b[39m\u001b[0m',
    );
    model()
      .answer({ say: 'Plan:\n1. Read the greeting file\n2. Change the greeting text\n' })
      .answer({ say: 'Plan:\n1. Read it first\n2. Change the greeting slowly\n' });
    await panel.send('make a plan');
    await world.answer(panel, 'Plan mode - what next?', { value: 'Refine the plan' });
    await world.answer(panel, 'Refine the plan:', { value: 'more slowly' });
    await world.answer(panel, 'Plan mode - what next?', { value: 'Stay in plan mode' });
    await world.idle(panel);
    assert.ok(model().requests.length >= 2);
    assert.match(JSON.stringify(model().requests.at(-1)), /more slowly/);
  });

  it('subagent asks before agents of the workspace run, and “No” starts none', async () => {
    world.install('subagent/index.ts');
    world.pi.trusted = false;
    world.pi.approvals = 'off';
    world.pi.write('work/.pi/agents/helper.md', '---\nname: helper\ndescription: Helps\n---\nHelp.\n');
    const panel = await world.panel();
    model()
      .answer({ tool: 'subagent', args: { agent: 'helper', task: 'help', agentScope: 'project' } })
      .answer({ say: 'then not' });
    await panel.send('help me');
    await world.answer(panel, 'Run project-local agents?', { confirmed: false });
    await world.idle(panel);
    const [tool] = panel.shown.items.filter((item) => item.kind === 'tool');
    assert.match(tool?.kind === 'tool' ? tool.text : '', /not approved/);
  });

  /** Returns a panel on a thread that has run once. */
  async function live(): Promise<TestPanel> {
    const panel = await world.panel();
    model().answer({ say: 'hello' });
    await panel.send('hello');
    await world.until('the answer', () => panel.transcript.includes('text: hello'));
    await world.idle(panel);
    return panel;
  }
});
