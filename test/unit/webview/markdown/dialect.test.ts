import assert from 'node:assert/strict';
import type { Token, Tokens } from 'marked';
import { lex } from '../../../../src/webview/markdown/blocks';

/** What a text is read as: marks as names around what they hold. */
function read(text: string): string {
  return lex(text).tokens.map(described).join('');
}

function described(token: Token): string {
  const { type, tokens, raw } = token as Tokens.Generic;
  const inner = tokens?.map(described).join('') ?? raw;
  if (type === 'paragraph' || type === 'text') return inner;
  return `<${type}>${inner}</${type}>`;
}

describe('The dialect of Markdown', () => {
  const texts: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    'emphasizes beside punctuation of Chinese, Japanese and Korean': [
      ['**加粗内容。**后续', '<strong>加粗内容。</strong>后续'],
      ['前面**「加粗」**后面', '前面<strong>「加粗」</strong>后面'],
      ['**テスト。**テスト', '<strong>テスト。</strong>テスト'],
      ['**마크다운(Markdown)**은', '<strong>마크다운(Markdown)</strong>은'],
      ['*斜体。*后', '<em>斜体。</em>后'],
      ['~~删除。~~后', '<del>删除。</del>后'],
      ['a**b.**c', 'a**b.**c'],
    ],
    'strikes out with two tildes only': [
      ['takes ~3~5 minutes', 'takes ~3~5 minutes'],
      ['~~gone~~', '<del>gone</del>'],
    ],
    'ends an address where the text goes on in another script': [
      ['见https://example.com/a查看', '见<link>https://example.com/a</link>查看'],
      ['https://example.com，再', '<link>https://example.com</link>，再'],
      ['https://example.com/a。', '<link>https://example.com/a</link>。'],
      ['https://example.com/привет', '<link>https://example.com/привет</link>'],
    ],
    'leaves formulas alone': [
      ['$a_1 * b_2$ and $x*y$', '$a_1 * b_2$ and $x*y$'],
      ['\\(a_1 * b\\_2\\)', '\\(a_1 * b\\_2\\)'],
      ['$$\na_1\n- b\n$$', '<plain>$$\na_1\n- b\n$$</plain>'],
      ['costs **$10** or *$3*', 'costs <strong>$10</strong> or <em>$3</em>'],
    ],
    'marks footnotes that the text defines': [
      [
        'a[^1]\n\n[^1]: *note*',
        'a<footnote-mark>[^1]</footnote-mark><space>\n\n</space><footnote><em>note</em></footnote>',
      ],
      ['matches [^a-z]', 'matches [^a-z]'],
    ],
    'takes a table only where its head has as many cells as the line below': [
      ['a|b\n-:\nc', 'a|b\n-:\nc'],
      ['| a |\n|---|', '<table>| a |\n|---|</table>'],
    ],
  };

  for (const [name, cases] of Object.entries(texts)) {
    it(name, () => {
      for (const [text, expected] of cases) assert.equal(read(text), expected);
    });
  }
});
