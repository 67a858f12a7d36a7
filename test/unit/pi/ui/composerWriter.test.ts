import { strict as assert } from 'node:assert';
import { ComposerWriter } from '../../../../src/extension/pi/ui/composerWriter';
import { FakeClock } from '../../../fixtures/core/fakeClock';

/** A composer at whose end the caret is. */
class Composer {
  readonly clock = new FakeClock();
  readonly puts: string[] = [];
  typed = '';
  readonly texts = new ComposerWriter(this.clock, {
    composerText: () => this.typed,
    setComposerText: (text, replace) => {
      this.puts.push(text);
      this.typed = replace ? text : this.typed + text;
    },
  });
}

describe('what extensions put into the composer', () => {
  it('is there at once, and within a frame only the last of many', () => {
    const { clock, puts, texts } = new Composer();
    for (let at = 0; at < 1000; at += 1) {
      for (let n = 0; n < 5; n += 1) texts.put(`${at}.${n}`, true);
      clock.advance(1);
    }
    clock.advance(40);
    assert.equal(puts[0], '0.0');
    assert.equal(puts.at(-1), '999.4');
    assert.ok(puts.length <= 32, `${puts.length} times`);
  });

  it('is all of what was pasted within a frame, in one text and in its order', () => {
    const composer = new Composer();
    composer.typed = 'typed ';
    for (const text of ['a', 'b', 'c']) composer.texts.put(text, false);
    assert.equal(composer.texts.text, 'typed abc');
    composer.clock.advance(40);
    assert.equal(composer.typed, 'typed abc');
    assert.deepEqual(composer.puts, ['a', 'bc']);
  });

  it('keeps the order of what was set and what was pasted', () => {
    const composer = new Composer();
    composer.texts.put('first', true);
    composer.texts.put(' lost', false);
    composer.texts.put('set', true);
    composer.texts.put(' and', false);
    composer.texts.put(' pasted', false);
    assert.equal(composer.texts.text, 'set and pasted');
    composer.clock.advance(40);
    assert.equal(composer.typed, 'set and pasted');
    assert.equal(composer.puts.length, 2);
  });

  it('is not lost when the session ends in that frame, and nothing comes after the end', () => {
    const composer = new Composer();
    composer.texts.put('one', true);
    composer.texts.put('two', true);
    composer.texts.dispose();
    composer.texts.put('three', true);
    assert.deepEqual([composer.puts, composer.clock.pending], [['one', 'two'], 0]);
  });
});
