import { strict as assert } from 'node:assert';
import type { Toast } from '../../../../src/protocol/frames';
import { NotifyLimiter } from '../../../../src/extension/pi/ui/notifyLimiter';
import { FakeClock } from '../../../fixtures/core/fakeClock';

class Told {
  readonly clock = new FakeClock();
  readonly toasts: Toast[] = [];
  readonly notices: { level: string; text: string; detail?: string; source?: string }[] = [];
  changes = 0;
  readonly sayings = new NotifyLimiter({
    clock: this.clock,
    toast: (toast) => this.toasts.push(toast),
    notice: (notice) => String(this.notices.push({ ...notice }) - 1),
    change: (id, patch) => {
      this.changes += 1;
      Object.assign(this.notices[Number(id)] ?? {}, patch);
    },
  });

  /** How often each word was said, those that are only counted under “others”. */
  get heard(): Record<string, number> {
    const heard: Record<string, number> = {};
    for (const { text, times = 1, others = 0 } of this.toasts) {
      heard[text] = (heard[text] ?? 0) + times;
      if (others > 0) heard['others'] = (heard['others'] ?? 0) + others;
    }
    return heard;
  }
}

describe('notifications of extensions', () => {
  it('NotifyLimiter shows a message at once, and counts equal messages within a frame', () => {
    const { sayings, clock, toasts } = new Told();
    for (let at = 0; at < 1000; at += 1) sayings.notify('toast', 'info', 'tick', 'clock');
    assert.deepEqual(toasts, [{ level: 'info', text: 'tick', source: 'clock' }]);
    clock.advance(40);
    assert.deepEqual(toasts[1], { level: 'info', text: 'tick', times: 999, source: 'clock' });
    assert.equal(toasts.length, 2);
  });

  it('NotifyLimiter posts only a few of many different messages in a frame, and counts all of them', () => {
    const told = new Told();
    const { sayings, clock, toasts } = told;
    for (let at = 0; at < 1000; at += 1) {
      for (let n = 0; n < 10; n += 1) sayings.notify('toast', 'info', `word ${at}.${n}`, 'flood');
      clock.advance(1);
    }
    clock.advance(40);
    assert.ok(toasts.length <= 32 * 4, `${toasts.length} posts`);
    assert.equal(
      Object.values(told.heard).reduce((sum, times) => sum + times, 0),
      10_000,
    );
  });

  it('NotifyLimiter counts the messages of each source separately', () => {
    const { sayings, clock, toasts } = new Told();
    for (let at = 0; at < 100; at += 1) sayings.notify('toast', 'info', `word ${at}`, 'loud');
    sayings.notify('toast', 'info', 'a quiet word', 'quiet');
    clock.advance(40);
    assert.ok(toasts.some(({ text, source }) => text === 'a quiet word' && source === 'quiet'));
  });

  it('NotifyLimiter drops no error: each is a toast or a notice in the transcript', () => {
    const { sayings, clock, toasts, notices } = new Told();
    for (let at = 0; at < 30; at += 1) {
      sayings.notify('toast', 'info', `word ${at}`, 'flood');
      sayings.notify('toast', 'error', `error ${at}`, 'flood');
    }
    clock.advance(40);
    const read = JSON.stringify([toasts, notices]);
    for (let at = 0; at < 30; at += 1)
      assert.ok(read.includes(`error ${at}"`) || read.includes(`error ${at}\\n`), `error ${at}`);
    assert.ok(notices.every(({ level, source }) => level === 'error' && source === 'flood'));
  });

  it('NotifyLimiter adds one notice for equal messages of a run, with their number', () => {
    const told = new Told();
    for (let at = 0; at < 1000; at += 1) {
      told.sayings.notify('notice', 'warning', 'tick', 'clock');
      told.clock.advance(1);
    }
    told.clock.advance(40);
    assert.deepEqual(told.notices, [{ level: 'warning', text: 'tick (1,000 times)', source: 'clock' }]);
    assert.ok(told.changes <= 32, `${told.changes} changes`);
  });

  it('NotifyLimiter collects messages above the limit in the details of one notice', () => {
    const told = new Told();
    for (let at = 0; at < 5000; at += 1) {
      told.sayings.notify('notice', 'warning', `word ${at}`, 'flood');
      if (at % 10 === 0) told.clock.advance(1);
    }
    told.clock.advance(40);
    assert.equal(told.notices.length, 21);
    const rest = told.notices[20];
    assert.equal(rest?.text, '4,980 more messages from flood.');
    assert.equal(rest?.detail?.split('\n').length, 100);
    told.clock.advance(6_000);
    told.sayings.notify('notice', 'warning', 'much later', 'flood');
    assert.equal(told.notices.at(-1)?.text, 'much later');
  });

  it('NotifyLimiter shows the last frame when the session ends, and leaves no timer', () => {
    const { sayings, clock, toasts } = new Told();
    sayings.notify('toast', 'info', 'one', undefined);
    sayings.notify('toast', 'error', 'two', undefined);
    sayings.dispose();
    sayings.notify('toast', 'error', 'three', undefined);
    assert.deepEqual(
      toasts.map(({ text }) => text),
      ['one', 'two'],
    );
    assert.equal(clock.pending, 0);
  });
});
