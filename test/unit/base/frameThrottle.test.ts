import { strict as assert } from 'node:assert';
import { FrameThrottle } from '../../../src/extension/base/frameThrottle';
import { FakeClock } from '../../fixtures/core/fakeClock';

describe('what an extension shows and keeps changing', () => {
  it('costs a frame each when it is set a thousand times in a second, and the last one stands', () => {
    const clock = new FakeClock();
    const passed: string[] = [];
    const latest = new FrameThrottle<number>(clock, (key, value) => passed.push(`${key} ${value}`));
    for (let at = 0; at < 1000; at++) {
      latest.set('status', at);
      latest.set('widget', at);
      clock.advance(1);
    }
    clock.advance(40);
    const statuses = passed.filter((line) => line.startsWith('status'));
    const widgets = passed.filter((line) => line.startsWith('widget'));
    assert.ok(statuses.length <= 32 && widgets.length <= 32, `${statuses.length} and ${widgets.length}`);
    assert.deepEqual([statuses.at(-1), widgets.at(-1)], ['status 999', 'widget 999']);
    clock.advance(100);
    assert.equal(clock.pending, 0);
  });

  it('is there at once after a quiet time', () => {
    const clock = new FakeClock();
    const passed: number[] = [];
    const latest = new FrameThrottle<number>(clock, (_key, value) => passed.push(value));
    latest.set('status', 1);
    clock.advance(100);
    latest.set('status', 2);
    assert.deepEqual(passed, [1, 2]);
    latest.dispose();
    assert.equal(clock.pending, 0);
  });

  it('is not told any more after the end, and sets no timer', () => {
    const clock = new FakeClock();
    const passed: number[] = [];
    const latest = new FrameThrottle<number>(clock, (_key, value) => passed.push(value));
    latest.dispose();
    latest.set('status', 1);
    assert.deepEqual([passed, clock.pending], [[], 0]);
  });
});
