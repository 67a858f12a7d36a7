import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { withoutLinks } from '../../../src/extension/base/withoutLinks';

/** The links that VS Code draws in notifications and prompts of input boxes. */
const links = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

describe('withoutLinks', () => {
  it('A text of others has no link, whatever it contains, and keeps its characters', () => {
    const part = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      'command:',
      'https://',
      'file:',
      'x',
      ' ',
      '"',
      '\\',
      '](',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const shown = withoutLinks(text);
        assert.equal(shown.match(links), null);
        assert.equal(shown.replaceAll(' ', ''), text.replaceAll(' ', ''));
      }),
    );
    assert.match('[a](command:enso.stopAll)', links);
  });
});
