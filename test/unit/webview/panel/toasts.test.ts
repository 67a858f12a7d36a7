import { strict as assert } from 'node:assert';
import { Toasts } from '../../../../src/webview/panel/toasts';
import { FakeClock } from '../../../fixtures/core/fakeClock';

describe('toasts.ts', () => {
  const shown = () => {
    const clock = new FakeClock();
    const toasts = new Toasts(clock, () => undefined);
    return { clock, toasts, texts: () => toasts.shown.map(({ text, times }) => `${text} ${times}`) };
  };

  it('Equal toasts are counted, and all but errors disappear after a moment', () => {
    const { clock, toasts, texts } = shown();
    toasts.say('info', 'tick');
    toasts.show({ level: 'info', text: 'tick', times: 9 });
    toasts.say('error', 'broken');
    assert.deepEqual(texts(), ['tick 10', 'broken 1']);
    clock.advance(6_000);
    assert.deepEqual(texts(), ['broken 1']);
  });

  it('At most four toasts are shown, with the number and the sources of the others', () => {
    const { clock, toasts, texts } = shown();
    for (let at = 0; at < 10; at += 1) toasts.show({ level: 'info', text: `word ${at}`, source: 'flood' });
    toasts.show({ level: 'info', text: 'last', source: 'flood', others: 984 });
    assert.deepEqual(texts(), ['word 7 1', 'word 8 1', 'word 9 1', 'last 1']);
    assert.deepEqual(toasts.omittedToasts, { count: 991, errors: 0, from: ['flood'] });
    clock.advance(6_000);
    assert.deepEqual([texts(), toasts.omittedToasts], [[], undefined]);
  });

  it('Other toasts never replace an error, and the number of omitted errors stays until it is dismissed', () => {
    const { clock, toasts, texts } = shown();
    toasts.say('error', 'broken');
    for (let at = 0; at < 10; at += 1) toasts.say('info', `word ${at}`);
    assert.ok(texts().includes('broken 1'));
    for (let at = 0; at < 5; at += 1) toasts.say('error', `error ${at}`);
    assert.equal(texts().length, 4);
    assert.equal(toasts.omittedToasts?.errors, 2);
    clock.advance(60_000);
    assert.equal(toasts.omittedToasts?.errors, 2);
    toasts.dismissOmitted();
    assert.equal(toasts.omittedToasts, undefined);
  });
});
