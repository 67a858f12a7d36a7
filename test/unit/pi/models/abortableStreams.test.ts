import { strict as assert } from 'node:assert';
import { setImmediate as turn } from 'node:timers/promises';
import type { AssistantMessageEvent } from '@earendil-works/pi-ai';
import { endStreamsOnAbort } from '../../../../src/extension/pi/models/abortableStreams';
import { PiWorld, type OpenThread } from '../../../fixtures/pi/piWorld';
import { Hold, ScriptedModel } from '../../../fixtures/pi/scriptedModel';

/** Returns the number of turns of the event loop until a promise settles. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let over = false;
  void work.then(() => {
    over = true;
  });
  let turns = 0;
  for (; !over; turns++) await turn();
  return turns;
}

const texts = ({ host }: OpenThread) =>
  host.items.flatMap((item) => (item.kind === 'text' || item.kind === 'notice' ? [item.text] : []));

describe('endless answers:', () => {
  let world: PiWorld;
  let hold: Hold;
  beforeEach(() => {
    world = new PiWorld();
    hold = new Hold();
  });
  afterEach(async () => {
    hold.release();
    await world.close();
  });

  it('a stop ends an endless answer, keeps its text, and the next prompt is answered', async () => {
    world.model.answer({ say: 'half' }, { deaf: hold }).answer({ say: 'fine' });
    const thread = await world.open();
    thread.send('hi');
    await hold.reached;
    await thread.host.until(() => texts(thread).length > 0);
    assert.ok((await turnsOf(thread.stop())) < 200);
    assert.deepEqual(texts(thread), ['half']);
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
    hold.release();
    await thread.run('next');
    assert.deepEqual(texts(thread), ['half', 'fine']);
    assert.deepEqual(world.model.userTexts(1), ['hi', 'next']);
  });

  it('a stopped answer without text leaves no item', async () => {
    world.model.answer({ deaf: hold });
    const thread = await world.open();
    thread.send('hi');
    await hold.reached;
    await thread.stop();
    assert.deepEqual(thread.host.items, []);
  });

  it('text that a provider sends after the stop is ignored', async () => {
    world.model.answer({ chatter: 'and ', until: hold });
    const thread = await world.open();
    thread.send('hi');
    await thread.host.until(() => texts(thread).length > 3);
    await thread.stop();
    const heard = texts(thread).length;
    for (let turns = 0; turns < 20; turns++) await turn();
    assert.equal(texts(thread).length, heard);
    assert.deepEqual(thread.host.endings, [{ aborted: true, failed: false }]);
  });

  it('a stop ends a compaction whose answer never ends', async () => {
    world.settings({ compaction: { keepRecentTokens: 1, reserveTokens: 100 } });
    world.model.answer({ say: 'one' }).answer({ say: 'two' }).answer({ deaf: hold }).answer({ say: 'on' });
    const thread = await world.open();
    await thread.run('first');
    await thread.run('second');
    thread.send('/compact');
    await hold.reached;
    assert.equal(thread.host.state.activity?.kind, 'compacting');
    assert.ok((await turnsOf(thread.stop())) < 200);
    assert.equal(thread.host.state.activity, undefined);
    await thread.run('third');
    assert.equal(texts(thread).at(-1), 'on');
  });
});

describe('complete answers:', () => {
  /** Returns a stream of the real runtime with the provider's side of the stream. */
  async function streams(signal: AbortSignal) {
    const world = new PiWorld();
    const pi = await world.pi;
    const inner = pi.createAssistantMessageEventStream();
    const runtime = await pi.ModelRuntime.create({
      credentials: new pi.InMemoryCredentialStore(),
      modelsPath: null,
      allowModelNetwork: false,
    });
    const provider = new ScriptedModel().provider(pi);
    runtime.registerNativeProvider({ ...provider, stream: () => inner, streamSimple: () => inner });
    while (!runtime.hasConfiguredAuth('scripted')) await runtime.getAvailable();
    endStreamsOnAbort(runtime);
    const [model] = provider.getModels();
    assert.ok(model);
    const outer = runtime.streamSimple(model, { messages: [] }, { signal });
    const heard: AssistantMessageEvent[] = [];
    const over = (async () => {
      for await (const event of outer) heard.push(event);
    })();
    await world.close();
    return { inner, outer, heard, over, model };
  }

  it('an answer that its provider ends is passed on unchanged, stopped or not', async () => {
    for (const stops of [false, true]) {
      const stop = new AbortController();
      const { inner, outer, heard, over, model } = await streams(stop.signal);
      const partial = { ...blank, api: model.api, provider: model.provider, model: model.id };
      const whole = {
        ...partial,
        stopReason: stops ? 'aborted' : 'stop',
        errorMessage: 'in its own words',
      } as const;
      const events: AssistantMessageEvent[] = [
        { type: 'start', partial },
        { type: 'text_start', contentIndex: 0, partial },
        whole.stopReason === 'aborted'
          ? { type: 'error', reason: 'aborted', error: whole }
          : { type: 'done', reason: 'stop', message: whole },
      ];
      inner.push(events[0]!);
      inner.push(events[1]!);
      while (heard.length < 2) await turn();
      if (stops) stop.abort();
      await turn();
      inner.push(events[2]!);
      await over;
      if (!stops) stop.abort();
      for (let turns = 0; turns < 50; turns++) await turn();
      assert.equal(heard.length, events.length);
      assert.ok(heard.every((event, at) => event === events[at]));
      assert.equal(await outer.result(), whole);
    }
  });
});

const blank = {
  role: 'assistant' as const,
  content: [],
  usage: {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
  stopReason: 'stop' as const,
  timestamp: 0,
};
