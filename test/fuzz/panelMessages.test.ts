import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Frame } from '../../src/protocol/frames';
import { PanelFollower } from '../../src/extension/core/panels/panelFollower';
import { turns } from '../fixtures/core/fakeClock';
import { World } from '../fixtures/core/world';
import { malformed, misaddressed, secret, type Hostile } from './hostile';
import { Random, runs, seed } from './random';

const count = runs(100_000);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are still needed once everything that is not has been collected. */
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** A host with one panel of whose frames only the replies are kept, until somebody takes them. */
class Listener {
  readonly world = new World();
  readonly follower: PanelFollower;
  private replies: Extract<Frame, { type: 'reply' }>[] = [];

  constructor() {
    this.follower = new PanelFollower(
      {
        panelId: 'A',
        name: 'A',
        visible: true,
        post: (frame) => {
          if (frame.type === 'reply') this.replies.push(frame);
        },
      },
      this.world.panelDeps,
    );
  }

  takeReplies(): readonly Extract<Frame, { type: 'reply' }>[] {
    return this.replies.splice(0);
  }

  takeLines(): readonly string[] {
    return this.world.lines.splice(0);
  }
}

describe('Hostile messages from a panel', () => {
  it(`Messages that are no requests are each refused with a reason, and none of their text is logged (${String(count)})`, async function () {
    this.timeout(0);
    const random = new Random(seed);
    const listener = new Listener();
    let before = 0;
    for (let n = 0; n < count; n += 1) {
      const { message, id } = malformed(random, n);
      listener.follower.receive(structuredClone(message));
      const lines = listener.takeLines();
      assert.equal(lines.length, 1, `message ${String(n)} of seed ${String(seed)}`);
      assert.match(lines[0] ?? '', /^warn A: invalid message: \w+ at /);
      assert.ok(!lines.join().includes(secret), lines.join());
      assert.ok(lines.join().length < 500, 'the reason is short');
      const replies = listener.takeReplies();
      assert.deepEqual(
        replies.map((reply) => reply.id),
        id === undefined ? [] : [id],
        `message ${String(n)} of seed ${String(seed)}`,
      );
      for (const { reply } of replies) {
        assert.ok(!reply.ok && reply.code === 'bad-request' && !reply.message.includes(secret));
      }
      if (n === Math.floor(count / 10)) before = heap();
    }
    await turns();
    assert.deepEqual(listener.world.registry.open, []);
    assert.ok(heap() - before < 2_000_000, `memory grew by ${String(heap() - before)} bytes`);
  });

  it('Requests about unknown things are each refused and change nothing', async function () {
    this.timeout(0);
    const random = new Random(seed);
    const listener = new Listener();
    const { world, follower } = listener;
    const threads = [world.registry.create(), world.registry.create()];
    const [first] = threads;
    await follower.follow(first?.id ?? '');
    const state = JSON.stringify(threads.map((thread) => thread.feed.state));
    const asked = new Map<number, Hostile>();
    for (let n = 0; n < count / 10; n += 1) {
      const hostile = misaddressed(random, n, [first?.id ?? '']);
      asked.set(n, hostile);
      follower.receive(structuredClone(hostile.message));
      if (n % 100 === 99) await turns(2);
    }
    await turns();
    for (const { id, reply } of listener.takeReplies()) {
      assert.ok(!reply.ok, JSON.stringify(asked.get(id)?.message));
      asked.delete(id);
    }
    assert.equal(asked.size, 0);
    assert.equal(JSON.stringify(threads.map((thread) => thread.feed.state)), state);
    assert.equal(world.factory.builds, 0);
    assert.ok(!listener.takeLines().some((line) => line.includes(secret)));
  });
});
