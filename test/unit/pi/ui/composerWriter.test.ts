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

describe('composer texts of extensions', () => {
  it('ComposerWriter writes a text at once, and only the last of many in a frame', () => {
    const { clock, puts, texts } = new Composer();
    for (let at = 0; at < 1000; at += 1) {
      for (let n = 0; n < 5; n += 1) texts.write(`${at}.${n}`, true);
      clock.advance(1);
    }
    clock.advance(40);
    assert.equal(puts[0], '0.0');
    assert.equal(puts.at(-1), '999.4');
    assert.ok(puts.length <= 32, `${puts.length} times`);
  });

  it('ComposerWriter joins all pasted texts of a frame in their order', () => {
    const composer = new Composer();
    composer.typed = 'typed ';
    for (const text of ['a', 'b', 'c']) composer.texts.write(text, false);
    assert.equal(composer.texts.text, 'typed abc');
    composer.clock.advance(40);
    assert.equal(composer.typed, 'typed abc');
    assert.deepEqual(composer.puts, ['a', 'bc']);
  });

  it('ComposerWriter keeps the order of texts that are set and pasted', () => {
    const composer = new Composer();
    composer.texts.write('first', true);
    composer.texts.write(' lost', false);
    composer.texts.write('set', true);
    composer.texts.write(' and', false);
    composer.texts.write(' pasted', false);
    assert.equal(composer.texts.text, 'set and pasted');
    composer.clock.advance(40);
    assert.equal(composer.typed, 'set and pasted');
    assert.equal(composer.puts.length, 2);
  });

  it('ComposerWriter writes the last frame when the session ends, and nothing after that', () => {
    const composer = new Composer();
    composer.texts.write('one', true);
    composer.texts.write('two', true);
    composer.texts.dispose();
    composer.texts.write('three', true);
    assert.deepEqual([composer.puts, composer.clock.pending], [['one', 'two'], 0]);
  });
});
