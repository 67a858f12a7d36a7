import { strict as assert } from 'node:assert';
import type { Completions } from '../../../../src/extension/core/ports/runtime';
import { turns } from '../../../fixtures/core/fakeClock';
import { World, type TestPanel } from '../../../fixtures/core/world';

describe('Completion requests:', () => {
  const asked: { text: string; signal: AbortSignal; commands: number }[] = [];
  const completions: Completions = {
    suggest: ({ text, commands }, signal) => {
      asked.push({ text, signal, commands: commands.length });
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    },
    take: (list) => (list === 1 ? { text: 'taken', caret: 5 } : undefined),
  };

  async function live(): Promise<{ world: World; panel: TestPanel }> {
    asked.length = 0;
    const world = new World();
    world.commands.push({ name: 'new', kind: 'enso', run: () => Promise.resolve() });
    const panel = await world.panel('A');
    await panel.send('hello');
    Object.assign(world.runtime, { completions });
    return { world, panel };
  }

  const request = (panel: TestPanel, text: string) => ({
    type: 'complete' as const,
    threadId: panel.shown.threadId,
    text,
    caret: text.length,
    forced: false,
  });

  it('a completion request cancels the previous request of the same panel only', async () => {
    const { world, panel } = await live();
    const other = await world.panel('B');
    const first = panel.panel.link.request(request(panel, '#1'));
    void other.panel.link.request(request(other, '#x'));
    await turns();
    void panel.panel.link.request(request(panel, '#12'));
    assert.deepEqual(await first, { ok: true, list: 0, rows: [] });
    assert.deepEqual(
      asked.map(({ text, signal }) => [text, signal.aborted]),
      [
        ['#1', true],
        ['#x', false],
        ['#12', false],
      ],
    );
    panel.close();
    assert.deepEqual(
      asked.map(({ signal }) => signal.aborted),
      [true, false, true],
    );
  });

  it('a completion request in a stored thread gets an empty list', async () => {
    asked.length = 0;
    const world = new World();
    const panel = await world.panel('A');
    assert.deepEqual(await panel.panel.link.request(request(panel, '#1')), { ok: true, list: 0, rows: [] });
    assert.deepEqual(asked, []);
  });

  it('taking a row of a dropped list is refused', async () => {
    const { panel } = await live();
    const { threadId } = panel.shown;
    const take = (list: number) =>
      panel.panel.link.request({ type: 'take-completion', threadId, list, row: 0 });
    assert.deepEqual(await take(1), { ok: true, text: 'taken', caret: 5 });
    const late = await take(2);
    assert.equal(late.ok, false);
  });
});
