import assert from 'node:assert/strict';
import { emptyWorld, faultsOf, moves, type World } from './walkedWorld';

/** Number of events in a row: deep enough for a prompt, a second one, a stop, and what pi answers to each. */
const depth = Number(process.env['ENSO_DEPTH'] ?? 8);

describe('The state of runs:', () => {
  it(`the invariants hold in every state that ${String(depth)} events can lead to`, function () {
    this.timeout(120_000);
    const seen = new Map<string, string>();
    let edges = 0;
    let level: readonly (readonly [World, string])[] = [[emptyWorld, '']];
    for (let events = 0; events < depth; events += 1) {
      const next: (readonly [World, string])[] = [];
      for (const [world, story] of level) {
        for (const move of moves(world)) {
          edges += 1;
          const key = JSON.stringify(move.next);
          if (seen.has(key)) continue;
          const path = `${story}\n  ${move.name}`;
          seen.set(key, '');
          assert.deepEqual(faultsOf(move.next), [], `after${path}`);
          next.push([move.next, path]);
        }
      }
      level = next;
    }
    console.log(`      ${String(seen.size)} states, ${String(edges)} edges`);
  });
});
