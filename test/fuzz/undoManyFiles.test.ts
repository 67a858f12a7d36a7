import { strict as assert } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { ChangesWorld } from '../fixtures/changesWorld';

describe('Undo of very much', () => {
  it('A thousand files and a file of 50 MB come back', async () => {
    const world = new ChangesWorld();
    try {
      for (let at = 0; at < 1000; at++) writeFileSync(world.path(`f${at}.txt`), `old ${at}\n`);
      writeFileSync(world.path('large.bin'), Buffer.alloc(50 * 1024 * 1024, 7));
      const before = world.snapshot();
      // Tools of one turn run in parallel.
      const calls = Array.from({ length: 1000 }, (_, at) => ({ [`f${at}.txt`]: `new ${at}\n` }));
      const changes = await Promise.all(
        [...calls, { 'large.bin': 'small now' }].map((files) => world.write(files)),
      );
      const after = world.snapshot();
      const ids = changes.flatMap((change) => (change === undefined ? [] : [change.id]));
      await world.undoAll(ids);
      assert.deepEqual(world.snapshot(), before);
      await world.redoAll(ids);
      assert.deepEqual(world.snapshot(), after);
    } finally {
      world.close();
    }
  }).timeout(60_000);
});
