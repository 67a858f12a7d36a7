import { strict as assert } from 'node:assert';
import { FrameThrottle } from '../../../src/extension/base/frameThrottle';
import { FakeClock } from '../../fixtures/core/fakeClock';

describe('frame throttle', () => {
  it('A throttle passes on one value a frame for each key, and the last value always', () => {
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

  it('A throttle passes on the first value after a quiet frame at once', () => {
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

  it('A throttle passes on nothing after it is disposed of, and sets no timer', () => {
    const clock = new FakeClock();
    const passed: number[] = [];
    const latest = new FrameThrottle<number>(clock, (_key, value) => passed.push(value));
    latest.dispose();
    latest.set('status', 1);
    assert.deepEqual([passed, clock.pending], [[], 0]);
  });
});
