import { strict as assert } from 'node:assert';
import { Deferred } from '../../../src/extension/base/deferred';
import { withTimeout } from '../../../src/extension/base/timeout';
import { FakeClock } from '../../fixtures/core/fakeClock';

describe('timeouts', () => {
  const started = (signal?: AbortSignal) => {
    const clock = new FakeClock();
    const work = new Deferred<string>();
    let timeouts = 0;
    const result = withTimeout(work.promise, {
      clock,
      timeoutMs: 100,
      ...(signal === undefined ? {} : { signal }),
      onTimeout: () => (timeouts += 1),
    });
    return { clock, work, result, timeouts: () => timeouts };
  };

  it('withTimeout gives the result of work that ends in time', async () => {
    const { clock, work, result, timeouts } = started();
    work.resolve('done');
    assert.equal(await result, 'done');
    clock.advance(1000);
    assert.equal(timeouts(), 0);
  });

  it('withTimeout gives nothing for work that takes too long', async () => {
    const { clock, work, result, timeouts } = started();
    clock.advance(100);
    assert.equal(await result, undefined);
    assert.equal(timeouts(), 1);
    work.resolve('late');
  });

  it('withTimeout passes an error of the work on', async () => {
    const { work, result } = started();
    work.reject(new Error('broken'));
    await assert.rejects(result, /broken/);
  });

  it('withTimeout gives nothing after an abort and reports no timeout', async () => {
    const abort = new AbortController();
    const { clock, result, timeouts } = started(abort.signal);
    abort.abort();
    assert.equal(await result, undefined);
    clock.advance(1000);
    assert.equal(timeouts(), 0);
  });
});
