import { strict as assert } from 'node:assert';
import { getEventListeners } from 'node:events';
import { dialogs } from '../../../../src/extension/pi/ui/dialogs';
import { RecordingHost } from '../../../fixtures/pi/recordingHost';

describe('signals of dialogs', () => {
  it('A signal that an extension passes to a dialog has listeners only while a question is open, also when many questions share the signal', async () => {
    const host = new RecordingHost();
    const asks = dialogs(
      host,
      () => undefined,
      () => undefined,
    );
    const { signal } = new AbortController();
    const listeners = () => getEventListeners(signal, 'abort').length;
    const first = asks.confirm('Sure?', '', { signal });
    const second = asks.input('What?', '', { signal });
    assert.equal(listeners(), 2);
    host.asked[0]?.answer({ confirmed: true });
    await first;
    assert.equal(listeners(), 1);
    host.asked[1]?.end({ outcome: 'cancelled' });
    await second;
    assert.equal(listeners(), 0);
  });
});
