import assert from 'node:assert/strict';
import { reduce } from '../../src/protocol/reduce';
import { emptyThread } from '../../src/protocol/threadState';
import { OpenDialogs } from '../../src/extension/core/thread/openDialogs';
import type { RuntimeHost, RuntimeObservation } from '../../src/extension/core/ports/runtime';
import { CompletionProviders } from '../../src/extension/pi/ui/completions/completionProviders';
import { ComposerWriter } from '../../src/extension/pi/ui/composerWriter';
import { dialogs } from '../../src/extension/pi/ui/dialogs';
import { FrameThrottle } from '../../src/extension/base/frameThrottle';
import { uiContext } from '../../src/extension/pi/ui/uiContext';
import { FakeClock, turns } from '../fixtures/core/fakeClock';
import { itemFaults } from './itemFaults';
import { Random, runs, seed } from './random';

const nobody = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const without = Object.create(null) as unknown;
const throwing = {
  toString: () => {
    throw new Error('no text');
  },
  toJSON: () => {
    throw new Error('no JSON');
  },
};
const loop: Record<string, unknown> = {};
loop['loop'] = loop;

/** What an extension without types may pass. */
const values: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => 0,
  () => -1,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 2 ** 40,
  () => 10n,
  () => true,
  () => 'words',
  () => '',
  () => '\ud83d half \ude42',
  () => '\u001b[31mred\u001b]8;;x\u0007\r\u0000',
  () => 'long '.repeat(50_000),
  () => '__proto__',
  () => Symbol('s'),
  () => () => 'a function',
  () => new Map([['a', 1]]),
  () => new Date(Number.NaN),
  () => Promise.resolve('later'),
  () => without,
  () => throwing,
  () => loop,
  () => [],
  () => ['a', 'b'],
  () => [throwing, without, Symbol('t'), loop, 1n, undefined, ['nested']],
  () => [{ id: 1, text: loop, options: [throwing] }, { id: 'a' }, { id: 'a' }, null, 'q', throwing],
  () => ({ signal: 'raised', timeout: '5' }),
  () => ({ signal: {}, timeout: Number.POSITIVE_INFINITY }),
  () => ({ signal: AbortSignal.abort(), timeout: -5 }),
  () => ({ timeout: 5 }),
  () => ({ placement: 'belowEditor' }),
  () => ({ placement: throwing, frames: throwing }),
  () => ({ frames: [throwing, 'x'] }),
  () => ({ frames: [] }),
];

type Member = (...values: unknown[]) => unknown;

/** pi's own word for “no answer”, of each kind of question. */
const asking = ['select', 'confirm', 'input', 'editor', 'questionnaire'] as const;

class World {
  readonly clock = new FakeClock();
  readonly observed: RuntimeObservation[] = [];
  readonly state = emptyThread('t');
  readonly latest = new FrameThrottle<RuntimeObservation>(this.clock, (_key, observation) => {
    this.observed.push(observation);
    reduce(this.state, structuredClone(observation));
  });
  readonly desk = new OpenDialogs(
    (observation) => reduce(this.state, structuredClone(observation)),
    () => undefined,
    this.clock,
    nobody,
  );
  readonly told: unknown[] = [];
  forget = (): void => undefined;
  readonly composer: ComposerWriter;
  readonly completer = new CompletionProviders({
    clock: this.clock,
    command: () => undefined,
    source: () => 'someone',
    failed: (source, why) => this.told.push(`${source} ${why}`),
  });
  readonly members: Readonly<Record<string, unknown>>;

  constructor() {
    const host: Partial<RuntimeHost> = {
      ask: (spec, options) => this.desk.ask(spec, options),
      composerText: () => 'typed',
      setComposerText: (text) => this.told.push(text),
    };
    this.composer = new ComposerWriter(this.clock, host as RuntimeHost);
    const { context, clear } = uiContext({
      composer: this.composer,
      completions: this.completer,
      dialogs: dialogs(
        host as RuntimeHost,
        () => undefined,
        (record) => this.told.push(JSON.stringify(structuredClone(record))),
      ),
      throttle: this.latest,
      notify: (text) => this.told.push(text),
      terminalOnly: (feature) => this.told.push(feature),
    });
    this.forget = clear;
    this.members = context as unknown as Record<string, unknown>;
  }

  call(name: string, ...given: unknown[]): unknown {
    return (this.members[name] as Member)(...given);
  }
}

const names = Object.entries(new World().members)
  .filter(([, member]) => typeof member === 'function')
  .map(([name]) => name);
const some = (random: Random): unknown[] =>
  Array.from({ length: random.below(4) }, () => random.of(values)());

describe('Random calls by extensions', () => {
  it('calls with any arguments never throw, ask only questions that can be drawn, and return no answer as pi does', async function () {
    this.timeout(0);
    const random = new Random(seed);
    for (let n = 0; n < runs(100_000) / 200; n += 1) {
      const world = new World();
      const answers: Promise<readonly [string, unknown]>[] = [];
      for (let m = 0; m < 100; m += 1) {
        const name = random.of(names);
        const given = some(random);
        const result = world.call(name, ...given);
        const kind = asking.find((each) => each === name);
        if (kind !== undefined) answers.push(Promise.resolve(result).then((answer) => [name, answer]));
        if (random.below(10) === 0) world.clock.advance(random.below(40));
      }
      await turns(1);
      world.desk.settleAll(random.of(['cancelled', 'aborted', 'disposed', 'timed-out']));
      for (const [kind, answer] of await Promise.all(answers)) {
        // Of no questions there are no answers.
        if (kind === 'questionnaire' && Array.isArray(answer)) assert.deepEqual(answer, []);
        else
          assert.equal(answer, kind === 'confirm' ? false : undefined, `seed ${String(seed)}, ${String(n)}`);
      }
      // An option comes back to its extension as it was, halves of characters included.
      const faults = itemFaults(world.state.items).filter((fault) => !fault.includes('half of a character'));
      assert.deepEqual(faults, [], `seed ${String(seed)}, ${String(n)}`);
      assert.ok(world.told.every((text) => typeof text === 'string'));
      for (const record of [world.state.statuses, world.state.widgets]) {
        assert.ok(Object.keys(record).length <= 100);
        assert.ok(JSON.stringify(record).isWellFormed());
      }
      world.forget();
      world.clock.advance(100);
      const left = [...Object.keys(world.state.statuses), ...Object.keys(world.state.widgets)];
      assert.deepEqual(left, [], 'all is taken back');
      world.latest.dispose();
      world.composer.dispose();
      assert.equal(world.clock.pending, 0);
      world.observed.length = 0;
      for (let m = 0; m < 50; m += 1) {
        const result = world.call(random.of(names), ...some(random));
        if (result instanceof Promise) void result.then(() => undefined);
      }
      world.clock.advance(1_000);
      assert.deepEqual(world.observed, [], 'after the end nothing is told');
      world.desk.settleAll('disposed');
    }
  });

  it('thousands of calls a second are throttled to the frame rate, and the last value of each key is shown', () => {
    const random = new Random(seed);
    const world = new World();
    const last = new Map<string, string>();
    for (let at = 0; at < 1_000; at += 1) {
      for (let n = 0; n < 10; n += 1) {
        const [key, text] = [random.of(['a', 'b', '__proto__', 'constructor']), `${at}.${n}`];
        last.set(key, text);
        world.call('setStatus', key, text);
        world.call('setWidget', key, [text]);
        world.call('setTitle', text);
      }
      world.clock.advance(1);
    }
    world.clock.advance(100);
    assert.ok(world.observed.length < 10 * 32, `${world.observed.length} observations`);
    for (const [key, text] of last) {
      assert.equal(Object.entries(world.state.statuses).find(([name]) => name === key)?.[1], text);
    }
    assert.equal(world.clock.pending, 0);
  });

  it('statuses and widgets under ever new names are limited in number', () => {
    const world = new World();
    for (let n = 0; n < 20_000; n += 1) {
      world.call('setStatus', `status ${n}`, 'x');
      world.call('setWidget', `widget ${n}`, ['x']);
      world.clock.advance(1);
    }
    world.clock.advance(100);
    const { statuses, widgets } = world.state;
    assert.ok(Object.keys(statuses).length + Object.keys(widgets).length <= 100);
    for (let n = 0; n < 20_000; n += 1) world.call('setStatus', `status ${n}`, undefined);
    world.call('setStatus', 'again', 'room');
    world.clock.advance(100);
    assert.equal(world.state.statuses['again'], 'room');
  });
});
