import assert from 'node:assert/strict';
import { Deferred } from '../../../../src/extension/base/deferred';
import { admitPrompt } from '../../../../src/extension/core/thread/admission';
import type { Thread } from '../../../../src/extension/core/thread/thread';
import { StopWorld } from '../../../fixtures/core/stopWorld';
import type { TestPanel, World } from '../../../fixtures/core/world';

const command = { panelId: undefined, name: 'a command' };

describe('Stopping a run:', () => {
  let world: World;
  let panel: TestPanel;

  let thread: () => Thread;
  let stop: () => Promise<void>;
  let running: (text?: string) => Promise<void>;

  beforeEach(async () => {
    const bench = await StopWorld.open();
    ({ world, panel } = bench);
    thread = () => bench.thread();
    stop = () => bench.stop();
    running = (text) => bench.running(text);
  });

  it('a stop clears the queue before it aborts pi, and aborts once', async () => {
    await running();
    const told: string[] = [];
    world.factory.onCall = (what) => told.push(what);
    await stop();
    assert.deepEqual(told, ['clear queue', 'abort']);
  });

  it('a stop returns queued prompts, steering first, after typed text, and removes the rows from every panel', async () => {
    const other = await world.panel('B');
    await running();
    await panel.send('later');
    await panel.send('now', 'steer');
    panel.panel.draft.type('half a thought');
    await stop();
    assert.equal(panel.panel.draft.text, 'half a thought\n\nnow\n\nlater');
    assert.deepEqual(panel.queue, []);
    assert.deepEqual(other.queue, []);
    assert.equal(other.panel.draft.text, '');
  });

  it('a stopped run stays open until its own settle, which releases the thread', async () => {
    await running();
    await stop();
    assert.equal(panel.panel.store.status.busy, true);
    assert.equal(panel.shown.stopping?.by, 'A');
    world.runtime.say('a last word');
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.deepEqual(panel.panel.store.status, { live: true, busy: false, generation: 1 });
    assert.deepEqual(panel.transcript, ['user: hello', 'text: a last word']);
  });

  it('a second stop during the first returns nothing and aborts once', async () => {
    await running();
    await panel.send('later');
    const first = await thread().stop(undefined, command);
    const second = await thread().stop(undefined, command);
    assert.deepEqual(first.ok && 'restored' in first ? first.restored : undefined, ['later']);
    assert.deepEqual(second.ok && 'restored' in second ? second.restored : undefined, []);
    assert.equal(world.runtime.aborts, 1);
  });

  it("a stop of an earlier run doesn't affect the next run", async () => {
    await running();
    world.runtime.settle();
    await running('next');
    const late = await thread().stop(1, command);
    assert.equal(late.ok ? '' : late.code, 'idle');
    assert.equal(world.runtime.aborts, 0);
    assert.equal(thread().busy, true);
  });

  it('a stop is refused as “idle” in an idle thread and as “not-live” in a stored thread, and never reaches pi', async () => {
    const cold = await thread().stop(undefined, command);
    assert.equal(cold.ok ? '' : cold.code, 'not-live');
    await running();
    world.runtime.settle();
    await world.settle();
    const idle = await thread().stop(undefined, command);
    assert.equal(idle.ok ? '' : idle.code, 'idle');
    assert.equal(world.runtime.aborts, 0);
  });

  it("a stop aborts even if the queue can't be cleared, which is logged as an error", async () => {
    await running();
    world.runtime.clearFails = new Error('no queue');
    await stop();
    assert.equal(world.runtime.aborts, 1);
    assert.ok(
      world.lines.some(
        (line) => line.startsWith('error') && line.includes('clearing the queue failed: no queue'),
      ),
    );
  });

  it('a stop settles open questions as aborted even if the abort fails', async () => {
    await running();
    const asked = world.runtime.host.ask({ kind: 'confirm', title: 'Sure?', message: '' }, {});
    world.runtime.abortFails = new Error('deaf');
    await stop();
    assert.deepEqual(await asked, { outcome: 'aborted' });
    assert.ok(world.lines.some((line) => line.startsWith('error') && line.includes('abort failed: deaf')));
  });

  it("a stop aborts pi's signal before it settles questions", async () => {
    await running();
    const order: string[] = [];
    world.factory.onCall = (what) => order.push(what);
    void world.runtime.host
      .ask({ kind: 'confirm', title: 'Sure?', message: '' }, {})
      .then(() => order.push('settled'));
    await stop();
    assert.deepEqual(order, ['clear queue', 'abort', 'settled']);
  });

  it('questions that are asked during a stop are refused and never shown', async () => {
    await running();
    await stop();
    const late = await world.runtime.host.ask({ kind: 'confirm', title: 'Really?', message: '' }, {});
    assert.deepEqual(late, { outcome: 'aborted' });
    assert.ok(!panel.transcript.some((line) => line.startsWith('question')));
    world.runtime.settle({ aborted: true });
    await world.settle();
    void world.runtime.host.ask({ kind: 'confirm', title: 'After', message: '' }, {});
    await world.settle();
    assert.equal(panel.shown.dialogs.length, 1);
  });

  it('the log contains the number of returned prompts but no text', async () => {
    await running('secret one');
    await panel.send('secret two');
    await stop();
    assert.ok(world.lines.some((line) => line.includes('1 prompts returned')));
    assert.ok(!world.lines.some((line) => line.includes('secret')));
  });

  it('a prompt that is sent after a stop starts the next run when pi is idle', async () => {
    await running();
    await stop();
    await panel.send('and then the tests');
    assert.deepEqual(panel.queue, ['and then the tests']);
    assert.equal(world.runtime.asked.length, 0);
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(world.runtime.asked.length, 1);
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: hello', 'user: and then the tests']);
    assert.equal(panel.panel.store.status.generation, 2);
    assert.equal(panel.panel.draft.text, '');
  });

  it('a prompt after two stops runs to its end, and no steering prompt is delivered', async () => {
    await running();
    await panel.send('steer me', 'steer');
    await stop();
    await stop();
    assert.equal(panel.panel.draft.text, 'steer me');
    await panel.send('next');
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, 'next');
    world.runtime.start();
    world.runtime.settle();
    await world.settle();
    assert.deepEqual(panel.transcript, ['user: hello', 'user: next']);
    assert.deepEqual(panel.queue, []);
  });

  it('simultaneous stops from two panels abort once and return the prompts to one panel', async () => {
    const other = await world.panel('B');
    await running();
    await panel.send('later');
    await Promise.all([panel.panel.stop(), other.panel.stop()]);
    await world.settle();
    assert.equal(world.runtime.aborts, 1);
    assert.equal(`${panel.panel.draft.text}${other.panel.draft.text}`, 'later');
  });

  it("a stop settles the run even if pi doesn't", async () => {
    await running();
    const silent = world.runtime;
    await stop();
    silent.running = false;
    // pi is idle, and its settle was lost.
    silent.host.runSettled = () => undefined;
    silent.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.store.status.busy, false);
  });

  it("a run that doesn't end can be abandoned: the thread is released, prompts come back, the old runtime is ignored", async () => {
    await running();
    await panel.send('use port 4000', 'steer');
    world.runtime.turnEnds({ deliver: false });
    world.runtime.steering.splice(0);
    await stop();
    const held = world.runtime;
    assert.equal(thread().abandon(1), true);
    await world.settle();
    assert.equal(panel.panel.store.status.busy, false);
    assert.equal(panel.panel.draft.text, 'use port 4000');
    held.host.observe({
      type: 'item-added',
      item: { kind: 'notice', id: 'ghost', level: 'info', text: 'ghost' },
    });
    held.host.runStarted();
    await world.settle();
    assert.ok(!panel.transcript.includes('notice: ghost'));
    assert.equal(panel.panel.store.status.busy, false);
    await panel.send('next');
    assert.notEqual(world.runtime, held);
    world.runtime.start();
    await world.settle();
    assert.ok(panel.transcript.includes('user: next'));
  });

  it("a run can't be abandoned before it is stopped", async () => {
    await running();
    assert.equal(thread().abandon(1), false);
    assert.equal(thread().busy, true);
  });

  it('a slow stop shows what it waits for', async () => {
    await running();
    world.runtime.waitingFor = () => 'bash';
    await stop();
    assert.equal(panel.shown.stopping?.waitingFor, undefined);
    world.clock.advance(2000);
    await world.settle();
    assert.equal(panel.shown.stopping?.waitingFor, 'bash');
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.shown.stopping, undefined);
  });

  it('a stop shows a command that ignores it, and the run can be abandoned', async () => {
    await panel.send('/mode');
    world.runtime.waitingFor = () => '/mode';
    // pi is idle: a command is none of its runs.
    world.runtime.abort = () => Promise.resolve();
    await stop();
    await panel.send('later');
    world.clock.advance(2000);
    await world.settle();
    assert.equal(panel.shown.stopping?.waitingFor, '/mode');
    assert.deepEqual(panel.queue, ['later']);
    panel.panel.stopAnyway();
    await world.settle();
    assert.ok(panel.transcript.some((line) => line.includes('Stopped without waiting for /mode.')));
    world.runtime.start();
    await world.settle();
    assert.ok(panel.transcript.includes('user: later'));
  });

  it('a stop of a command that ends late ends with the command', async () => {
    await panel.send('/mode');
    world.runtime.abort = () => Promise.resolve();
    await stop();
    assert.equal(panel.shown.stopping?.generation, 1);
    world.runtime.handle();
    await world.settle();
    assert.equal(panel.shown.stopping, undefined);
    assert.equal(panel.panel.store.status.busy, false);
  });

  it("a stop of a command doesn't affect a run that the command starts later", async () => {
    await panel.send('/mode');
    world.runtime.abort = () => Promise.resolve();
    await stop();
    world.runtime.begin();
    await world.settle();
    assert.equal(thread().state.stop, undefined);
    assert.equal(panel.panel.store.status.busy, true);
    world.runtime.handle();
    world.runtime.settle();
    await world.settle();
    assert.equal(panel.panel.store.status.busy, false);
  });

  it("an extension's command that is sent during a stop waits, and asks its question after the stop", async () => {
    await running();
    await stop();
    await panel.send('/mode fast');
    assert.deepEqual(panel.queue, ['/mode fast']);
    assert.equal(world.runtime.asked.length, 0);
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, '/mode fast');
    const asked = world.runtime.host.ask({ kind: 'confirm', title: 'Sure?', message: '' }, {});
    await world.settle();
    const [question] = panel.shown.dialogs;
    world.clock.advance(600);
    await panel.panel.answering.answer(question?.id ?? '', { confirmed: true });
    assert.equal((await asked).outcome, 'answered');
    world.runtime.handle();
    await world.settle();
    assert.deepEqual(
      panel.transcript.filter((line) => line.startsWith('command')),
      ['command: /mode fast'],
    );
  });

  it('a prompt between the settle and the end of a stop waits, and its receipt has the number of the next run', async () => {
    await running();
    const idle = new Deferred();
    world.runtime.abort = () => idle.promise;
    await stop();
    world.runtime.settle({ aborted: true });
    await world.settle();
    assert.equal(panel.panel.store.status.busy, false);
    const reply = await admitPrompt(thread(), { text: 'next', images: [] }, 'enqueue', command);
    assert.deepEqual(reply.ok && [reply.generation, reply.queued], [2, true]);
    await world.settle();
    assert.equal(world.runtime.asked.length, 0);
    idle.resolve();
    await world.settle();
    assert.equal(world.runtime.asked[0]?.prompt.text, 'next');
    assert.equal(thread().generation, 2);
  });

  it('a failed abort is shown, the stop continues, and the run can be abandoned', async () => {
    await running();
    world.runtime.abortFails = new Error('deaf');
    await stop();
    assert.match(panel.transcript.at(-1) ?? '', /Couldn't stop pi\. Select Stop Anyway/);
    assert.equal(panel.shown.stopping?.by, 'A');
    assert.equal(thread().abandon(1), true);
    await world.settle();
    assert.equal(panel.panel.store.status.busy, false);
    assert.equal(thread().state.stop, undefined);
  });

  it('a stop with a failed abort ends with the run, and questions are accepted again', async () => {
    await running();
    world.runtime.abortFails = new Error('deaf');
    await stop();
    await panel.send('next');
    world.runtime.settle();
    await world.settle();
    assert.equal(thread().state.stop, undefined);
    assert.equal(world.runtime.asked[0]?.prompt.text, 'next');
    void world.runtime.host.ask({ kind: 'confirm', title: 'Sure?', message: '' }, {});
    await world.settle();
    assert.equal(panel.shown.dialogs.length, 1);
  });
});
