import assert from 'node:assert/strict';
import type { Token, Tokens } from 'marked';
import { lex } from '../../../../src/webview/markdown/blocks';

function depthOf(token: Token): number {
  const { tokens = [], items = [] } = token as Tokens.Generic & { readonly items?: readonly Token[] };
  return 1 + Math.max(0, ...[...tokens, ...items].map(depthOf));
}

const nestings: Readonly<Record<string, (count: number) => string>> = {
  quotes: (count) => `${'> '.repeat(count)}x`,
  bullets: (count) => `${'- '.repeat(count)}x`,
  'numbered items': (count) => `${'1. '.repeat(count)}x`,
  'quotes in lists in lists': (count) => `${'> - 1. '.repeat(count)}x`,
  'lists over many lines': (count) =>
    Array.from({ length: Math.min(count, 500) }, (_, level) => `${'  '.repeat(level)}- x\n`).join(''),
  brackets: (count) => '['.repeat(count) + 'a' + ']'.repeat(count),
  links: (count) => '['.repeat(count) + 'a' + '](b)'.repeat(count),
  images: (count) => '!['.repeat(count) + 'a' + '](b)'.repeat(count),
  emphasis: (count) => '*'.repeat(count) + 'a' + '*'.repeat(count),
  'emphasis of both kinds': (count) => '*a _b '.repeat(count) + 'c_ d*'.repeat(count),
  'struck text': (count) => '~~a '.repeat(count) + 'b~~ '.repeat(count),
  tags: (count) => '<div>'.repeat(count) + 'x' + '</div>'.repeat(count),
  'emphasis in a quote in a table cell': (count) =>
    `${'> '.repeat(count)}| a |\n${'> '.repeat(count)}|---|\n| ${'*a **b '.repeat(count)} |`,
};

/** Texts on which a careless reader takes the square of their length, or longer. */
const repetitions: Readonly<Record<string, (count: number) => string>> = {
  'marks that nothing closes': (count) => '**a*_'.repeat(count),
  'brackets that nothing closes': (count) => '[a]('.repeat(count),
  'marks of code': (count) => '`a``b```c'.repeat(count),
  'heads of tables': (count) => 'a|b\n-:\n'.repeat(count),
  'underlined headings': (count) => 'a\n-\n'.repeat(count),
  'lazy lines of quotes': (count) => `${'> '.repeat(20)}x\ny\n`.repeat(count / 20),
  'lazy lines of lists in quotes': (count) => `${'> - '.repeat(20)}x\ny\n`.repeat(count / 40),
  'names of mail addresses': (count) => 'a@b.'.repeat(count),
  'one word': (count) => 'a'.repeat(count * 4),
  blanks: (count) => `a${' '.repeat(count * 4)}b`,
  'dollar signs': (count) => '$$a\n'.repeat(count),
  'marks of footnotes': (count) => '[^a'.repeat(count),
};

describe('Limits of the Markdown reader:', () => {
  for (const [name, textOf] of Object.entries(nestings)) {
    it(`the reader limits the depth of ${name} nested 3,000 deep`, () => {
      for (const count of [99, 102, 1_140, 2_200, 3_000]) {
        const text = textOf(count);
        const { tokens } = lex(text);
        assert.ok(Math.max(...tokens.map(depthOf)) <= 250, `${count}`);
        assert.equal(tokens.map((token) => token.raw).join(''), text);
      }
    });
  }

  it('the reader nests 90 quotes', () => {
    assert.ok(Math.max(...lex(nestings['quotes']?.(90) ?? '').tokens.map(depthOf)) > 90);
  });

  it('the reader shows a block that is too deep as text and continues with the next one', () => {
    const { tokens } = lex(`${'> '.repeat(2_200)}x\n\n**after**`);
    assert.deepEqual(
      tokens.map(({ type }) => type),
      ['plain', 'space', 'paragraph'],
    );
  });

  for (const [name, textOf] of Object.entries(repetitions)) {
    it(`the reader reads ${name} in linear time`, () => {
      const took = (count: number) => {
        const text = textOf(count);
        const before = process.cpuUsage();
        lex(text);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      took(500);
      const few = Math.max(took(2_500), 20);
      const many = took(20_000);
      // Eight times as much text; the square would be 64 times as much time.
      assert.ok(many < few * 30 + 500, `${few} ms, then ${many} ms`);
    });
  }
});
