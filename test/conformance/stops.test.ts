import { strict as assert } from 'node:assert';
import { setImmediate as turn } from 'node:timers/promises';
import { ConformanceWorld } from '../fixtures/conformance/conformanceWorld';
import type { TestPanel } from '../fixtures/core/world';

/** State that the extension shares with the test. */
interface Background {
  ticks: number;
  answer?: unknown;
  timer?: NodeJS.Timeout;
  speak?: () => void;
  release?: () => void;
}

const tools = `
  const left = (globalThis as any).ensoBackground;
  const said = (text: string) => ({ content: [{ type: 'text', text }], details: {} });
  const parameters = { type: 'object', properties: {} };
  const tool = (name: string, execute: any) => pi.registerTool({ name, label: name, description: name, parameters, execute });
  tool('background', async () => {
    left.timer = setInterval(() => { left.ticks++; }, 1);
    left.speak = () => pi.sendMessage({ customType: 'task', content: 'The task is done.', display: true }, { triggerTurn: true });
    return said('started');
  });
  tool('asking', async (_i: any, _p: any, _s: any, _u: any, ctx: any) => {
    left.answer = await ctx.ui.select('Which one?', ['a', 'b']);
    return said(String(left.answer));
  });
  tool('deaf', () => new Promise((resolve) => { left.release = () => resolve(said('late')); }));
  pi.registerCommand('hang', { handler: () => new Promise<void>((resolve) => { left.release = resolve; }) });
`;

describe('A stop of extension work', () => {
  let world: ConformanceWorld;
  let left: Background;
  beforeEach(() => {
    left = { ticks: 0 };
    Object.assign(globalThis, { ensoBackground: left });
    world = new ConformanceWorld();
    world.pi.extension('worker', tools);
  });
  afterEach(async () => {
    clearInterval(left.timer);
    left.release?.();
    await world.close();
  });

  const states = (panel: TestPanel) =>
    panel.shown.items.flatMap((item) => (item.kind === 'tool' ? [`${item.name} ${item.state}`] : []));

  it('a stop aborts an extension’s open question and its tools but not its background timer', async () => {
    world.pi.model
      .answer({ tool: 'background', args: {} }, { tool: 'asking', args: {} })
      .answer({ say: 'good' });
    const panel = await world.panel();
    await panel.send('begin');
    await world.question(panel, 'Which one?');
    await panel.panel.stop();
    await world.idle(panel);
    assert.deepEqual(panel.transcript.slice(-1), ['question: Which one? (aborted)']);
    assert.deepEqual(states(panel), ['background done', 'asking done']);
    assert.equal(left.answer, undefined);
    assert.equal(world.pi.model.requests.length, 1);

    const { ticks } = left;
    while (left.ticks === ticks) await turn();
    // A later message of the extension starts a normal run.
    left.speak?.();
    await world.until('the answer', () => panel.transcript.includes('text: good'));
    await world.idle(panel);
    assert.equal(panel.panel.store.status.generation, 2);
  });

  it('a stop while a run is still ending returns the prompts queued meanwhile', async () => {
    world.pi.extension(
      'late',
      `let asked = 0; pi.on('agent_end', async (_e: any, ctx: any) => { if (++asked < 3) await ctx.ui.confirm('Really over?', ''); });`,
    );
    world.pi.model.answer({ say: 'one' }).answer({ say: 'two' });
    const panel = await world.panel();
    await panel.send('begin');
    await world.question(panel, 'Really over?');
    await panel.send('goes on');
    assert.deepEqual(panel.queue, ['goes on']);
    await world.answer(panel, 'Really over?', { confirmed: true });
    await world.until('the next run', () => panel.transcript.includes('text: two'));
    await world.question(panel, 'Really over?');
    await panel.send('comes back');
    assert.deepEqual(panel.queue, ['comes back']);
    await panel.panel.stop();
    await world.idle(panel);
    assert.deepEqual(panel.queue, []);
    assert.equal(panel.panel.draft.text, 'comes back');
    assert.equal(world.pi.model.requests.length, 2);
  });

  it('a slow stop names the tool and the command that block it, and abandoning the run reports both', async () => {
    world.pi.model.answer({ tool: 'deaf', args: {} });
    const panel = await world.panel();
    await panel.send('begin');
    await world.until('the tool', () => left.release !== undefined);
    await panel.send('/hang');
    await world.until('the command', () => panel.transcript.includes('command: /hang'));
    await panel.panel.stop();
    await panel.send('what waits');
    world.world.clock.advance(2000);
    await world.until('what holds', () => panel.shown.stopping?.waitingFor !== undefined);
    assert.equal(panel.shown.stopping?.waitingFor, 'deaf and /hang');
    world.pi.model.answer({ say: 'free' });
    panel.panel.stopAnyway();
    await world.until('the answer', () => panel.transcript.includes('text: free'));
    assert.ok(
      panel.transcript.some((line) => line.startsWith('notice: Stopped without waiting for deaf and /hang.')),
    );
    assert.ok(panel.transcript.includes('user: what waits'));
  });
});
