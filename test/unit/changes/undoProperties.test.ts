import { strict as assert } from 'node:assert';
import * as fc from 'fast-check';
import { chmodSync, writeFileSync } from 'node:fs';
import { ChangesWorld } from '../../fixtures/changesWorld';

const names = ['a.txt', 'b/c.txt', 'b/d e.sh', 'f/g/h.bin', 'ü.md'];

const calls = fc.array(
  fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' }), { minKeys: 1 }),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const modes = fc.tuple(fc.constantFrom(0o600, 0o644, 0o755), fc.constantFrom(0o600, 0o640, 0o777));

describe('Undo over random edits', () => {
  it('Files are byte-equal after Undo and after Redo, with their modes', async () => {
    await fc.assert(
      fc.asyncProperty(calls, modes, fc.nat(), async (files, [one, other], cut) => {
        const world = new ChangesWorld();
        try {
          await undoAndRedo(world, files, [one, other], cut);
        } finally {
          world.close();
        }
      }),
      { numRuns: 25 },
    );
  }).timeout(60_000);
});

/** Plays the calls, undoes them in two parts, the later calls first, and redoes both parts. */
async function undoAndRedo(
  world: ChangesWorld,
  calls: readonly Readonly<Record<string, string>>[],
  modes: readonly [number, number],
  cut: number,
): Promise<void> {
  for (const [at, name] of ['a.txt', 'ü.md'].entries()) {
    writeFileSync(world.path(name), `first ${name}`);
    chmodSync(world.path(name), modes[at] ?? 0o644);
  }
  const states = [world.snapshot()];
  const ids: string[] = [];
  for (const files of calls) {
    const change = await world.write(files);
    if (change === undefined) continue;
    ids.push(change.id);
    states.push(world.snapshot());
  }
  const from = cut % (ids.length + 1);
  await world.undoAll(ids.slice(from));
  assert.deepEqual(world.snapshot(), states[from]);
  await world.undoAll(ids.slice(0, from));
  assert.deepEqual(world.snapshot(), states[0]);
  await world.redoAll(ids.slice(0, from));
  assert.deepEqual(world.snapshot(), states[from]);
  await world.redoAll(ids.slice(from));
  assert.deepEqual(world.snapshot(), states.at(-1));
}
