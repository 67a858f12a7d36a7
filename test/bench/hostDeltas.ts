import type { Frame } from '../../src/protocol/frames';
import type { TextItem } from '../../src/protocol/item';
import { PanelFollower } from '../../src/extension/core/panels/panelFollower';
import { turns } from '../fixtures/core/fakeClock';
import { World } from '../fixtures/core/world';
import { sampleText } from '../model-server/sampleText';
import { spreadOf, type Figure } from './figures';
import { runsOf, type BenchOptions } from './options';

export const deltaCount = 4000;
export const deltaLength = 20;

/** One way of the text to the panels. */
interface Case {
  readonly items: number;
  readonly hidden: number;
  /** How many deltas come in a millisecond. */
  readonly perMs: number;
}

interface Outcome {
  readonly microseconds: number;
  readonly bytesOverSaid: number;
}

const threadId = '5a8c1f4e-9b59-4b0e-8f3a-6a1d3f1c2b70';

function earlier(count: number): TextItem[] {
  const text = sampleText(400, 'mixed');
  return Array.from({ length: count }, (_, index) => ({
    kind: 'text',
    id: `earlier-${String(index)}`,
    text,
    open: false,
  }));
}

/** A panel's end of the pipe: counts what would be sent, as the webview's channel would write it. */
class Counter {
  bytes = 0;
  readonly follower: PanelFollower;

  constructor(world: World, name: string, shown: { visible: boolean }) {
    const count = (frame: Frame): void => {
      this.bytes += Buffer.byteLength(JSON.stringify(frame));
    };
    const port = {
      panelId: name,
      name,
      get visible() {
        return shown.visible;
      },
      post: count,
    };
    this.follower = new PanelFollower(port, world.panelDeps);
    this.follower.receive({ id: 1, request: { type: 'follow', threadId } });
  }
}

async function run({ items, hidden, perMs }: Case, deltas: readonly string[]): Promise<Outcome> {
  const world = new World();
  world.store.threads.set(threadId, { items: earlier(items), session: {} });
  const panel = new Counter(world, 'panel', { visible: true });
  const shown = { visible: true };
  const others = Array.from({ length: hidden }, (_, index) => new Counter(world, `p${String(index)}`, shown));
  await world.settle();
  shown.visible = false;
  const before = [panel, ...others].reduce((sum, { bytes }) => sum + bytes, 0);
  panel.follower.receive({
    id: 2,
    request: { type: 'prompt', threadId, key: 'k', text: 'go', images: [], delivery: 'enqueue' },
  });
  await world.settle();
  world.runtime.start();
  await turns();

  const started = performance.now();
  let gathered = 0;
  for (const delta of deltas) {
    world.runtime.say(delta);
    gathered += 1;
    if (gathered === perMs) {
      world.clock.advance(1);
      gathered = 0;
    }
  }
  world.clock.advance(100);
  const took = performance.now() - started;

  const after = [panel, ...others].reduce((sum, { bytes }) => sum + bytes, 0);
  world.runtime.settle();
  await world.settle();
  for (const { follower } of [panel, ...others]) follower.dispose();
  await world.registry.dispose();
  return {
    microseconds: (took * 1000) / deltas.length,
    bytesOverSaid: (after - before) / (deltas.length * deltaLength),
  };
}

/** What nobody can do without: putting each delta on the wire by itself. */
function floor(deltas: readonly string[]): number {
  const started = performance.now();
  let bytes = 0;
  for (const delta of deltas)
    bytes += Buffer.byteLength(JSON.stringify({ type: 'text-delta', id: 'a1', delta }));
  if (bytes === 0) throw new Error('Nothing was written.');
  return ((performance.now() - started) * 1000) / deltas.length;
}

/**
 * What a delta costs the core, the clock of the test included, and how much is posted for what is said. A delta comes each
 * millisecond, or ten of them at full speed.
 */
export async function hostDeltas(options: BenchOptions): Promise<Figure[]> {
  const text = sampleText(deltaCount * deltaLength, 'mixed');
  const deltas = Array.from({ length: deltaCount }, (_, index) =>
    text.slice(index * deltaLength, (index + 1) * deltaLength),
  );
  const figures: Figure[] = [];
  for (const [speed, perMs] of [
    ['full speed', 10],
    ['1,000 a second', 1],
  ] as const) {
    for (const items of [10, 10_000]) {
      for (const hidden of [0, 3]) {
        const each = { items, hidden, perMs };
        await run(each, deltas);
        const outcomes: Outcome[] = [];
        const floors: number[] = [];
        for (let left = runsOf(options, 7); left > 0; left -= 1) {
          floors.push(floor(deltas));
          outcomes.push(await run(each, deltas));
        }
        const where = `${items.toLocaleString('en')} items, ${String(hidden)} hidden panels, ${speed}`;
        figures.push({
          point: 3,
          what: `host time a delta: ${where}`,
          unit: 'µs',
          value: spreadOf(outcomes.map(({ microseconds }) => microseconds)),
          floor: { what: 'its JSON alone', value: spreadOf(floors) },
        });
        figures.push({
          point: 3,
          what: `bytes posted over bytes said: ${where}`,
          unit: '×',
          value: spreadOf(outcomes.map(({ bytesOverSaid }) => bytesOverSaid)),
          goal: { of: 'value', most: 1.5 },
        });
      }
    }
  }
  return figures;
}
