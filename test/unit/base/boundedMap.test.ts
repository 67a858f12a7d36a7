import { strict as assert } from 'node:assert';
import { BoundedMap } from '../../../src/extension/base/boundedMap';

describe('bounded maps', () => {
  it('A bounded map deletes its oldest keys and keeps a key that is set again', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    assert.deepEqual(
      [...map],
      [
        ['b', 2],
        ['c', 4],
      ],
    );
  });
});
