import { strict as assert } from 'node:assert';
import { oneLine, truncate } from '../../../src/protocol/text/truncate';

describe('truncated texts', () => {
  it('truncate keeps a text that fits', () => {
    assert.equal(truncate('🙂🙂🙂', 3), '🙂🙂🙂');
  });

  it('truncate cuts between characters and counts the ellipsis', () => {
    assert.equal(truncate('🙂🙂🙂🙂', 3), '🙂🙂…');
    assert.equal(truncate('x'.repeat(1_000_000), 4), 'xxx…');
  });

  it('oneLine puts a text on one line before it cuts', () => {
    assert.equal(oneLine('  one\n\ttwo  three', 8), 'one two…');
  });
});
