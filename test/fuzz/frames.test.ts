import assert from 'node:assert/strict';
import type { Frame } from '../../src/protocol/frames';
import type { Observation } from '../../src/protocol/observation';
import { emptyThread } from '../../src/protocol/threadState';
import { Panel } from '../../src/webview/panel/panel';
import { FakeClock } from '../fixtures/core/fakeClock';
import { Random, runs, seed } from './random';

const ids = ['a', 'b', 'c', '__proto__', 'constructor'];
const surrogates = ['word', '\ud83d', '\ude42', '', '\u0000'];

/** Anything that a thread may tell, about things that are there or are not. */
function observation(random: Random): Observation {
  const id = random.of(ids);
  const text = random.of(surrogates);
  const item = { kind: 'user', id, messageId: id, text, images: [], state: 'pending' } as const;
  const made: readonly (() => Observation)[] = [
    () => ({ type: 'run-started', generation: random.below(5), at: 0 }),
    () => ({ type: 'settled', generation: random.below(5), aborted: false, failed: random.below(2) === 0 }),
    () => ({ type: 'stop-requested', generation: random.below(5), by: text }),
    () => ({ type: 'activity', activity: random.below(2) === 0 ? undefined : { kind: 'thinking' } }),
    () => ({ type: 'prompt-opened', item }),
    () => ({ type: 'prompt-delivered', item: { ...item, state: 'delivered' } }),
    () => ({ type: 'prompt-rejected', messageId: id, reason: text }),
    () => ({ type: 'prompts-restored', messageIds: [id, random.of(ids)] }),
    () => ({ type: 'queue', items: [{ messageId: id, text, images: [], delivery: 'steer' }], paused: true }),
    () => ({ type: 'item-added', item: { kind: 'text', id, text, open: true } }),
    () => ({ type: 'text-delta', id, delta: text }),
    () => ({ type: 'item-changed', id, patch: { open: false } }),
    () => ({ type: 'dialog-opened', request: { kind: 'input', id, title: text } }),
    () => ({ type: 'dialog-settled', dialogId: id, ending: { outcome: 'cancelled' } }),
    () => ({ type: 'extension-status', key: id, text: random.below(2) === 0 ? undefined : text }),
    () => ({ type: 'extension-widget', key: id, widget: { lines: [text], placement: 'above' } }),
    () => ({ type: 'working-message', text }),
  ];
  return random.of(made)();
}

function frame(random: Random): Frame {
  const threadId = random.of(['t', 't', 't', 'other', '__proto__']);
  const epoch = random.of(['e', 'e', 'e', 'older']);
  const from = random.below(12);
  const items = Array.from({ length: 1 + random.below(4) }, () => observation(random));
  const status = { live: true, busy: random.below(2) === 0, generation: random.below(5) };
  const made: readonly (() => Frame)[] = [
    () => ({ type: 'observations', threadId, epoch, from, to: from + items.length - 1, items }),
    () => ({ type: 'observations', threadId, epoch, from, to: from + items.length - 1, items }),
    () => ({ type: 'observations', threadId, epoch, from: from + 5, to: from, items: [] }),
    () => ({ type: 'status', threadId, status }),
    () => ({ type: 'reply', id: random.below(1_000), reply: { ok: true } }),
    () => ({
      type: 'hand-back',
      threadId,
      handBack: { id: random.of(ids), prompts: [{ text: 'back', images: [] }] },
    }),
    () => ({ type: 'intent', intent: { kind: 'insert-text', text: 'in', replace: random.below(2) === 0 } }),
    () => ({ type: 'settings', settings: { sendWith: 'enter' } }),
    () => ({
      type: 'snapshot',
      snapshot: { epoch, seq: random.below(12), status, state: emptyThread(threadId) },
      handBacks: [],
      settings: { sendWith: 'enter' },
      admitted: [],
      heard: random.below(1_000),
    }),
  ];
  return random.of(made)();
}

describe('Frames of a host', () => {
  it('Frames in any order, missing, repeated or of other threads, neither throw nor leave a gap', () => {
    const random = new Random(seed);
    for (let n = 0; n < runs(100_000) / 100; n += 1) {
      const clock = new FakeClock();
      let asked = 0;
      const panel = new Panel(
        { post: () => (asked += 1), readState: () => undefined, writeState: () => undefined },
        clock,
        () => 'key',
        {
          changed: () => undefined,
          draftReplaced: () => undefined,
          focusComposer: () => undefined,
          revealQuestion: () => undefined,
        },
      );
      panel.start();
      for (let m = 0; m < 100; m += 1) {
        const told = structuredClone(frame(random));
        const before = panel.store.position;
        panel.receive(told);
        const after = panel.store.position;
        if (told.type !== 'observations' || before === undefined || after === undefined) continue;
        const moved = before.seq !== after.seq;
        assert.ok(
          !moved || (told.from === before.seq + 1 && told.to === after.seq && told.epoch === before.epoch),
        );
      }
      assert.ok(asked > 0);
    }
  });
});
