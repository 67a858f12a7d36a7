import assert from 'node:assert/strict';
import { DraftRepository } from '../../src/extension/core/panels/draftRepository';
import { readSavedPage } from '../../src/webview/panel/savedPage';
import { secret, strange } from './hostile';
import { Random, runs, seed } from './random';

const picture = { mimeType: 'image/png', data: 'AAAA' };
const draft = { text: secret, images: [picture], revision: 3 };
const handBack = { id: 'h', prompts: [{ text: secret, images: [] }], why: secret };

/** Puts something strange in the place of one of the values, at any depth. */
function spoilt(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.below(4) === 0) return random.of(strange)(random);
  const copy: unknown = structuredClone(value);
  if (Array.isArray(copy)) {
    const at = random.below(Math.max(1, copy.length));
    copy[at] = spoilt(copy[at], random);
    return copy;
  }
  const [keys, target] = [Object.keys(value), copy as Record<string, unknown>];
  if (keys.length === 0) return random.of(strange)(random);
  const key = random.of(keys);
  target[key] = spoilt(target[key], random);
  return target;
}

describe('Saved state', () => {
  it('Saved drafts may contain anything: the thread opens, its panel works, and no text reaches the log', async function () {
    this.timeout(0);
    const random = new Random(seed);
    for (let n = 0; n < runs(100_000) / 10; n += 1) {
      const lines: string[] = [];
      const line = (message: string): void => void lines.push(message);
      const kept = spoilt({ A: { draft, handBacks: [handBack] }, '': { handBacks: [handBack] } }, random);
      const saved = new Map<string, unknown>();
      const box = new DraftRepository(
        {
          load: () =>
            random.below(20) === 0 ? Promise.reject(new Error('unreadable')) : Promise.resolve(kept),
          save: (key, value) => {
            saved.set(key, value);
            return Promise.resolve();
          },
          keys: () => Promise.resolve([...saved.keys()]),
        },
        { debug: line, info: line, warn: line, error: line },
      );
      const opened = await box.open('t', 'A');
      assert.ok(Array.isArray(opened.handBacks));
      await box.save('t', 'A', { text: 'typed', images: [], revision: 9 }, []);
      await box.panelClosed('A');
      await box.flush();
      assert.match(JSON.stringify(saved.get('draft-t')), /typed/, `seed ${String(seed)}, ${String(n)}`);
      assert.ok(!lines.join().includes(secret), lines.join());
    }
  });

  it("A page's saved state may contain anything: the page reads what fits and ignores the rest", () => {
    const random = new Random(seed);
    const whole = {
      threadId: 't',
      draft,
      unowned: false,
      left: { t: draft },
      outbox: [{ key: 'k', threadId: 't', text: secret, images: [picture], delivery: 'steer' }],
      taken: ['h'],
      answers: { d: secret },
    };
    for (let n = 0; n < runs(100_000) / 2; n += 1) {
      const read = readSavedPage(spoilt(whole, random));
      assert.equal(typeof read.draft.text, 'string');
      assert.equal(typeof read.draft.revision, 'number');
      assert.ok(
        read.draft.images.every(
          ({ mimeType, data }) => typeof mimeType === 'string' && typeof data === 'string',
        ),
      );
      assert.ok(read.outbox.every(({ key, text }) => typeof key === 'string' && typeof text === 'string'));
      assert.ok(read.taken.every((id) => typeof id === 'string'));
      assert.ok(Object.values(read.answers).every((text) => typeof text === 'string'));
    }
  });
});
