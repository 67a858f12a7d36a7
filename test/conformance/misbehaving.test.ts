import { strict as assert } from 'node:assert';
import { setImmediate as turn } from 'node:timers/promises';
import { ConformanceWorld } from '../fixtures/conformance/conformanceWorld';

/** State that the extension shares with the test. */
interface Left {
  ticks: number;
  timer?: NodeJS.Timeout;
  forgotten?: () => void;
  release?: () => void;
}

const events = ['uncaughtException', 'unhandledRejection'] as const;

describe('A misbehaving extension', () => {
  let world: ConformanceWorld;
  const left: Left = { ticks: 0 };
  beforeEach(() => {
    world = new ConformanceWorld();
    Object.assign(globalThis, { ensoWrong: left });
    // The extension misbehaves only in the thread of the command.
    world.pi.extension(
      'wrong',
      `const left = (globalThis as any).ensoWrong;
       let wild = false;
       pi.registerCommand('wild', { handler: async (_a: string, ctx: any) => {
         wild = true;
         left.timer = setInterval(() => { left.ticks++; ctx.ui.notify('tick', 'warning'); }, 1);
         left.forgotten = () => { void (async () => { await null; ctx.ui.setStatus('late', 'late'); })(); };
         for (let at = 0; at < 5000; at++) {
           ctx.ui.notify('flood ' + at);
           ctx.ui.notify('the same');
           ctx.ui.setEditorText('set ' + at);
           ctx.ui.pasteToEditor(' pasted');
         }
       } });
       for (const name of ['turn_start', 'turn_end', 'agent_end']) pi.on(name, () => { if (wild) throw new Error('wrong in ' + name); });
       pi.registerCommand('hang', { handler: () => new Promise<void>((resolve) => { left.release = resolve; }) });`,
    );
  });
  afterEach(async () => {
    clearInterval(left.timer);
    left.release?.();
    await world.close();
  });

  it('an extension that throws and floods is named and breaks neither the host nor another thread', async () => {
    const panel = await world.panel('A');
    const other = await world.panel('B');
    other.panel.follow(world.world.registry.create().id);
    await world.until('two threads', () => other.panel.store.threadId !== panel.panel.store.threadId);
    await panel.send('/wild');
    await world.until('the flood', () => panel.panel.toasts.shown.length > 0);
    // The list of toasts stays short enough to read.
    assert.ok(panel.panel.toasts.shown.length < 10);
    await world.until(
      'the number of the others',
      () => (panel.panel.toasts.omittedToasts?.count ?? 0) > 4900,
    );
    assert.deepEqual(panel.panel.toasts.omittedToasts?.from, ['wrong']);
    await world.until('the last text', () => panel.panel.draft.text === 'set 4999 pasted');
    const intents = panel.posted.flatMap((frame) => (frame.type === 'intent' ? [frame.intent.kind] : []));
    assert.equal(intents.filter((kind) => kind === 'insert-text').length, 2);
    assert.ok(intents.filter((kind) => kind === 'toast').length < 200, `${intents.length} intents`);
    panel.panel.draft.type('');

    clearInterval(left.timer);
    for (const say of ['here', 'and here']) {
      world.pi.model.answer({ say });
      await panel.send('hello');
      await world.until('the answer', () => panel.transcript.includes(`text: ${say}`));
      await world.idle(panel);
    }
    const named = panel.shown.items.flatMap((item) =>
      item.kind === 'notice' && item.text === 'Extension wrong failed.' ? [item.detail] : [],
    );
    assert.deepEqual(named, ['wrong in turn_start', 'wrong in turn_end', 'wrong in agent_end']);

    world.pi.model.answer({ say: 'untouched' });
    await other.send('hello');
    await world.until('the answer', () => other.transcript.includes('text: untouched'));
    await world.idle(other);
    assert.deepEqual(
      other.transcript.filter((line) => line.startsWith('notice')),
      [],
    );
  });

  it('an extension whose timers and promises fail after its session ended is logged once', async () => {
    const panel = await world.panel('A');
    await panel.send('/wild');
    await world.until('the flood', () => panel.panel.toasts.shown.length > 0);
    await withoutRunnerListeners(async () => {
      await world.endRuntimes();
      left.ticks = 0;
      left.forgotten?.();
      while (left.ticks < 20) await turn();
      clearInterval(left.timer);
      await turn();
    });
    const told = world.pi.log.lines.filter((line) => line.includes('extension wrong'));
    assert.deepEqual(told, ['warn extension wrong: unhandled error, Error']);
  });

  it('a command that never ends does not block another thread', async () => {
    const panel = await world.panel('A');
    const other = await world.panel('B');
    other.panel.follow(world.world.registry.create().id);
    await world.until('two threads', () => other.panel.store.threadId !== panel.panel.store.threadId);
    await panel.send('/hang');
    await world.until('the command', () => left.release !== undefined);
    world.pi.model.answer({ say: 'beside it' });
    await other.send('hello');
    await world.until('the answer', () => other.transcript.includes('text: beside it'));
  });
});

/** Runs work without the listeners of the test runner, which reports every stray error as a failure. */
async function withoutRunnerListeners(work: () => Promise<void>): Promise<void> {
  const emitter: NodeJS.EventEmitter = process;
  const runners = events.map((event) => {
    const listeners = emitter.rawListeners(event).slice(0, -1) as (() => void)[];
    for (const listener of listeners) emitter.off(event, listener);
    return { event, listeners };
  });
  try {
    await work();
  } finally {
    for (const { event, listeners } of runners) {
      for (const listener of [...listeners].reverse()) emitter.prependListener(event, listener);
    }
  }
}
