import assert from 'node:assert/strict';
import type { AssistantMessageEvent, Provider } from '@earendil-works/pi-ai';
import type { AgentSessionEvent } from '@earendil-works/pi-coding-agent';
import { reduce } from '../../src/protocol/reduce';
import { emptyThread } from '../../src/protocol/threadState';
import { Deferred } from '../../src/extension/base/deferred';
import { SessionStore } from '../../src/extension/sessionFiles/sessionStore';
import { itemIds, Transcript } from '../../src/extension/pi/transcript/transcript';
import type { Pi } from '../../src/extension/pi/sdk/loadPi';
import { PiWorld } from '../fixtures/pi/piWorld';
import { scriptedProvider } from '../fixtures/pi/scriptedModel';
import { halves, itemFaults } from './itemFaults';
import { content, message, sessionEvent, streamEvent } from './modelStreams';
import { Random, runs, seed } from './random';

/** How an answer's stream ends, if it does. */
const endings = ['done', 'done', 'error', 'two ends', 'odd done', 'odd error', 'throws', 'never'] as const;
type Ending = (typeof endings)[number] | 'nothing';

/** A provider that answers with anything, until it is told to be good. */
class OddModel {
  good = false;
  spoil = false;
  ending: Ending = 'done';
  played = new Deferred();

  constructor(private readonly random: Random) {}

  /** The next answer is odd, the ones after it in the same run are not. */
  next(): void {
    this.good = false;
    this.spoil = this.random.below(2) === 0;
    this.ending = this.random.of(endings);
    this.played = new Deferred();
  }

  provider(pi: Pi): Provider {
    const stream = (_model: unknown, _context: unknown, options?: { readonly signal?: AbortSignal }) => {
      const events = pi.createAssistantMessageEventStream();
      const push = (event: unknown): void => events.push(event as AssistantMessageEvent);
      if (this.good) {
        const said = message([{ type: 'text', text: 'Still here.' }]);
        push({ type: 'start', partial: said });
        push({ type: 'text_delta', contentIndex: 0, delta: 'Still here.', partial: said });
        push({ type: 'done', reason: 'stop', message: said });
        return events;
      }
      this.good = true;
      queueMicrotask(() => this.played.resolve());
      if (this.ending === 'throws') throw new Error('the provider is broken');
      if (this.random.below(4) > 0) push({ type: 'start', partial: message([]) });
      for (let n = this.random.below(20); n > 0; n -= 1) push(streamEvent(this.random, this.spoil));
      this.end(push);
      if (this.ending === 'nothing') events.end();
      const stopped = message([], { stopReason: 'aborted', errorMessage: 'Request was aborted' });
      options?.signal?.addEventListener('abort', () =>
        push({ type: 'error', reason: 'aborted', error: stopped }),
      );
      return events;
    };
    return scriptedProvider(stream, 1_000_000);
  }

  private end(push: (event: unknown) => void): void {
    const blocks = content(this.random);
    const called = blocks.some((block) => (block as { type?: unknown }).type === 'toolCall');
    const reason = called ? 'toolUse' : this.random.of(['stop', 'length']);
    const said = message(blocks, { stopReason: reason });
    const failed = message(blocks, { stopReason: 'error', errorMessage: 'half \ud83d of an error' });
    switch (this.ending) {
      case 'done':
        return push({ type: 'done', reason, message: said });
      case 'error':
        return push({ type: 'error', reason: 'error', error: failed });
      case 'two ends':
        push({ type: 'done', reason, message: said });
        return push({ type: 'error', reason: 'error', error: failed });
      case 'odd done':
        return push({ type: 'done', reason, message: message([null, 7, { type: 'text' }, ...blocks]) });
      case 'odd error':
        return push({ type: 'error', reason: 'error', error: message(undefined, { stopReason: 'error' }) });
      default:
        return;
    }
  }
}

describe('Random model streams', () => {
  it('events in any order and of any type become complete items that are closed at the end', () => {
    const random = new Random(seed);
    for (let n = 0; n < runs(100_000) / 50; n += 1) {
      const at = `seed ${String(seed)}, run ${String(n)}`;
      const state = emptyThread('t');
      const transcript = new Transcript({
        observe: (observation) => {
          assert.deepEqual(halves(observation, observation.type), [], at);
          reduce(state, structuredClone(observation));
        },
        newId: itemIds(),
        folder: '/work',
        now: () => 1,
        takeDelivered: () => false,
      });
      for (let m = random.below(60); m > 0; m -= 1)
        transcript.handle(sessionEvent(random) as AgentSessionEvent);
      transcript.settle(random.below(2) === 0);
      assert.deepEqual(itemFaults(state.items), [], at);
    }
  });

  it('a stream that ends without a final event keeps its run busy until pi is unloaded', async () => {
    const model = new OddModel(new Random(seed));
    const world: PiWorld = new PiWorld({ providers: async () => [model.provider(await world.pi)] });
    try {
      const thread = await world.open();
      model.next();
      model.ending = 'nothing';
      thread.send('odd');
      await model.played.promise;
      await thread.runtime.dispose();
      assert.deepEqual(thread.host.endings.at(-1)?.aborted, true);
      assert.deepEqual(itemFaults(thread.host.items), []);
      const again = await world.open(thread.id);
      await again.run('go on');
      assert.equal(again.host.endings.at(-1)?.failed, false);
    } finally {
      await world.close();
    }
  });

  it('a stream through pi ends its run, after a stop at the latest, and the thread stays usable', async function () {
    this.timeout(0);
    const random = new Random(seed);
    const model = new OddModel(random);
    const world: PiWorld = new PiWorld({ providers: async () => [model.provider(await world.pi)] });
    const store = new SessionStore({ folders: () => [world.folder], agentDir: world.agentDir });
    try {
      for (let n = 0; n < runs(100_000) / 1_000; n += 1) {
        const thread = await world.open();
        for (let m = 0; m < 3; m += 1) {
          const ends = thread.host.endings.length;
          model.next();
          const at = `seed ${String(seed)}, thread ${String(n)}, run ${String(m)}: ${model.ending}`;
          thread.send('odd');
          await model.played.promise;
          if (model.ending === 'never') await thread.stop();
          await thread.host.settled(ends + 1);
          assert.deepEqual(itemFaults(thread.host.items), [], at);
          model.good = true;
          const again = thread.send('go on');
          const { host } = thread;
          const refused = (): boolean => host.calls.some((call) => call.startsWith(`${again} rejected`));
          await host.until(() => host.endings.length > ends + 1 || refused());
          // What is no message at all stays in pi's conversation, and may fail each request after it.
          if (model.ending === 'odd done' || model.ending === 'odd error') break;
          const last = thread.host.items.findLast((item) => item.kind === 'text');
          assert.equal(last?.text, 'Still here.', at);
          assert.equal(thread.host.endings.at(-1)?.failed, false, at);
        }
        const cold = await store.read(thread.id);
        assert.deepEqual(itemFaults(cold?.items ?? []), []);
        await thread.runtime.dispose();
      }
      const failures = world.log.lines.filter((line) => line.includes(': handler failed'));
      assert.deepEqual(failures, []);
    } finally {
      await world.close();
    }
  });
});
