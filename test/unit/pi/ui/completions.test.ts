import { strict as assert } from 'node:assert';
import { CompletionProviders } from '../../../../src/extension/pi/ui/completions/completionProviders';
import type { CommandArguments } from '../../../../src/extension/pi/ui/completions/commandCompletions';
import type { CompletionItem, Provider } from '../../../../src/extension/pi/ui/completions/guardedProvider';
import type { SlashCommand } from '../../../../src/protocol/session';
import { FakeClock, turns } from '../../../fixtures/core/fakeClock';

const commands: readonly SlashCommand[] = [
  { name: 'name', kind: 'enso', description: 'Name this thread' },
  { name: 'deploy', kind: 'extension', completes: true },
];

class World {
  readonly clock = new FakeClock();
  readonly failures: string[] = [];
  readonly arguments: Record<string, CommandArguments> = {};
  source = 'first';
  readonly completer = new CompletionProviders({
    clock: this.clock,
    command: (name) => this.arguments[name],
    source: () => this.source,
    failed: (source, why, detail) =>
      this.failures.push(`${source} ${why}${detail === undefined ? '' : `: ${detail}`}`),
  });

  suggest(text: string, caret = text.length, signal = new AbortController().signal) {
    return this.completer.suggest({ text, caret, forced: false, commands }, signal);
  }

  async labels(text: string, caret?: number): Promise<readonly string[]> {
    return ((await this.suggest(text, caret))?.rows ?? []).map(({ label }) => label);
  }

  /** One that answers to words after a hash, and passes on everything else. */
  add(source: string, values: readonly string[], change: Partial<Provider> = {}): void {
    this.source = source;
    this.completer.add((current: Provider): Provider => ({
      getSuggestions: async (lines, line, col, options) => {
        const typed = /#(\S*)$/.exec((lines[line] ?? '').slice(0, col));
        if (typed === null) return current.getSuggestions(lines, line, col, options);
        return { prefix: typed[0], items: values.map((value): CompletionItem => ({ value, label: value })) };
      },
      applyCompletion: (...given) => current.applyCompletion(...given),
      ...change,
    }));
  }
}

describe('completions of extensions', () => {
  it('CompletionProviders asks the providers from the top of the stack to the bottom', async () => {
    const world = new World();
    world.add('first', ['#1']);
    world.add('second', [], {
      triggerCharacters: ['$', 'too long'],
      getSuggestions: () => Promise.resolve(null),
    });
    assert.deepEqual(await world.labels('see #'), []);
    world.add('third', ['#3']);
    assert.deepEqual(await world.labels('see #'), ['#3']);
    assert.deepEqual(world.completer.triggers, { triggers: ['@', '#', '$'] });
  });

  it("CompletionProviders applies a completion with the provider's own function, including the caret", async () => {
    const world = new World();
    world.add('first', ['#1'], {
      applyCompletion: (lines, line, col, item, prefix) => ({
        lines: [
          'a line more',
          ...lines.map((text, at) => (at === line ? text.slice(0, col - prefix.length) + item.value : text)),
        ],
        cursorLine: line + 1,
        cursorCol: 2,
      }),
    });
    const found = await world.suggest('one\nsee #');
    assert.deepEqual(world.completer.take(found?.list ?? 0, 0), {
      text: 'a line more\none\nsee #1',
      caret: 18,
    });
    assert.equal(world.completer.take(found?.list ?? 0, 7), undefined);
    assert.equal(world.completer.take(99, 0), undefined);
  });

  it('CompletionProviders replaces the text before the caret and keeps the text after it', async () => {
    const world = new World();
    world.add('first', ['#123']);
    const found = await world.suggest('see #1 and\nmore', 6);
    assert.deepEqual(world.completer.take(found?.list ?? 0, 0), { text: 'see #123 and\nmore', caret: 8 });
  });

  it("CompletionProviders offers the thread's commands to providers but doesn't repeat them to the panel", async () => {
    const world = new World();
    const seen: string[] = [];
    world.completer.add((current: Provider): Provider => ({
      getSuggestions: async (...given) => {
        const found = await current.getSuggestions(...given);
        seen.push(...(found?.items ?? []).map(({ value }) => value));
        return found;
      },
      applyCompletion: (...given) => current.applyCompletion(...given),
    }));
    assert.deepEqual(await world.labels('/na'), []);
    assert.deepEqual(seen, ['name']);
    world.add('more', [], {
      getSuggestions: () => Promise.resolve({ prefix: '/na', items: [{ value: 'nap', label: 'nap' }] }),
    });
    const found = await world.suggest('/na');
    assert.deepEqual(found?.rows, [{ label: 'nap' }]);
    assert.deepEqual(world.completer.take(found.list, 0), { text: '/nap ', caret: 5 });
  });

  it('CompletionProviders completes the arguments of a command with and without a provider', async () => {
    const world = new World();
    world.arguments['deploy'] = {
      getArgumentCompletions: (typed) =>
        ['dev', 'prod'].filter((value) => value.startsWith(typed)).map((value) => ({ value, label: value })),
    };
    const found = await world.suggest('/deploy p');
    assert.deepEqual(found?.rows, [{ label: 'prod' }]);
    assert.deepEqual(world.completer.take(found.list, 0), { text: '/deploy prod', caret: 12 });
    assert.deepEqual((await world.suggest('/deploy prod'))?.rows, [{ label: 'prod', complete: true }]);
    world.arguments['deploy'] = { getArgumentCompletions: () => Promise.reject(new Error('no')) };
    assert.deepEqual(await world.labels('/deploy p'), []);
    assert.deepEqual(world.failures, ['/deploy failed: no']);
  });

  it('CompletionProviders falls back to the provider below and names a provider that throws or returns an invalid list', async () => {
    const rubbish: unknown[] = ['text', 7, {}, { items: 'none', prefix: '#' }, { items: [] }];
    const world = new World();
    world.add('good', ['#1']);
    world.add('thrower', [], {
      getSuggestions: () => {
        throw new Error('at once');
      },
      applyCompletion: () => {
        throw new Error('no hand');
      },
    });
    for (const given of rubbish) {
      world.add('odd', [], {
        getSuggestions: () => Promise.resolve(given as never),
        applyCompletion: () => given as never,
      });
    }
    const found = await world.suggest('see #');
    assert.deepEqual(found?.rows, [{ label: '#1' }]);
    assert.deepEqual(world.completer.take(found.list, 0), { text: 'see #1', caret: 6 });
    assert.deepEqual(
      [...new Set(world.failures)],
      ['odd invalid', 'thrower failed: at once', 'odd not applied', 'thrower failed: no hand'],
    );
  });

  it('CompletionProviders names an extension that adds an invalid provider, and ignores that provider', () => {
    const world = new World();
    for (const factory of [undefined, 'text', {}]) world.completer.add(factory);
    assert.deepEqual(world.failures, []);
    for (const made of [undefined, {}, { getSuggestions: 1 }]) world.completer.add(() => made);
    world.completer.add(() => {
      throw new Error('not today');
    });
    assert.deepEqual(world.failures, [
      'first invalid',
      'first invalid',
      'first invalid',
      'first failed: not today',
    ]);
    assert.equal(world.completer.triggers, undefined);
  });

  it('CompletionProviders skips a provider that timed out until the provider has answered', async () => {
    const world = new World();
    let release = (): void => undefined;
    world.add('good', ['#1']);
    world.add('slow', [], {
      getSuggestions: () => new Promise((resolve) => (release = () => resolve(null))),
    });
    world.add('top', [], { getSuggestions: undefined as never });
    world.failures.length = 0;
    const hanging = world.suggest('see #');
    await turns();
    world.clock.advance(4_000);
    assert.equal(await hanging, undefined);
    assert.deepEqual(world.failures, ['slow timed out']);
    assert.deepEqual(await world.labels('see #'), ['#1']);
    release();
    await turns();
    const again = world.suggest('see #');
    await turns();
    release();
    assert.equal(await again, undefined);
    assert.equal(world.clock.pending, 0);
  });

  it('CompletionProviders passes an abort on to the provider and returns nothing', async () => {
    const world = new World();
    const signals: AbortSignal[] = [];
    world.add('slow', [], {
      getSuggestions: (_lines, _line, _col, { signal }) =>
        new Promise((_resolve, reject) => {
          signals.push(signal);
          signal.addEventListener('abort', () => reject(new Error('called off')));
        }),
    });
    const asking = new AbortController();
    const found = world.suggest('see #', 5, asking.signal);
    await turns();
    asking.abort();
    assert.equal(await found, undefined);
    await turns();
    assert.equal(signals[0]?.aborted, true);
    assert.deepEqual([world.failures, world.clock.pending], [[], 0]);
  });

  it('CompletionProviders returns at most fifty rows of one line without control characters', async () => {
    const world = new World();
    const items = Array.from({ length: 70 }, (_, at) => ({
      value: `#${at}`,
      label: `a\n\u001b[31m${at}`,
      description: {},
    }));
    const odd = [null, 'text', { label: 'no value' }, { value: '#x' }] as unknown as CompletionItem[];
    world.add('first', [], {
      getSuggestions: () => Promise.resolve({ prefix: '#', items: [...odd, ...items] as CompletionItem[] }),
    });
    const rows = (await world.suggest('#'))?.rows ?? [];
    assert.equal(rows.length, 50);
    assert.deepEqual(rows.slice(0, 2), [{ label: '#x' }, { label: 'a 0' }]);
  });

  it('CompletionProviders has no providers after a reload', async () => {
    const world = new World();
    world.add('first', ['#1']);
    const found = await world.suggest('#');
    world.completer.clear();
    assert.equal(world.completer.take(found?.list ?? 0, 0), undefined);
    assert.deepEqual(await world.labels('#'), []);
    assert.equal(world.completer.triggers, undefined);
  });
});
