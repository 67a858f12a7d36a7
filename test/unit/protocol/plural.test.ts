import { strict as assert } from 'node:assert';
import { formatList, formatNumber, plural, setLocale } from '../../../src/protocol/text/plural';

describe('plural.ts', () => {
  afterEach(() => {
    setLocale('en');
  });

  const forms = { one: '1 file', few: 'some files', other: 'many files' };

  it('plural chooses the form by the rules of the display language', () => {
    assert.equal(plural(1, forms), '1 file');
    assert.equal(plural(2, forms), 'many files');
    setLocale('pl');
    assert.equal(plural(2, forms), 'some files');
    setLocale('fr');
    assert.equal(plural(0, forms), 'many files');
  });

  it('plural falls back to "other" when a translation lacks a form', () => {
    setLocale('pl');
    assert.equal(plural(2, { one: 'a', other: 'b' }), 'b');
  });

  it('formatList and formatNumber follow the display language', () => {
    assert.equal(formatList(['a', 'b', 'c']), 'a, b, and c');
    assert.equal(formatNumber(12_000), '12,000');
    setLocale('de');
    assert.equal(formatList(['a', 'b', 'c']), 'a, b und c');
    assert.equal(formatNumber(12_000), '12.000');
  });

  it('setLocale uses English for a language that Intl rejects', () => {
    setLocale('not a language');
    assert.equal(formatNumber(12_000), '12,000');
  });
});
