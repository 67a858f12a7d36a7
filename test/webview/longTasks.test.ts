import type { Item, ToolItem } from '../../src/protocol/item';
import { assertShortTasks } from './longestTask';
import { withBrowser } from './panelPage';

const answer = (text: string): Item => ({ kind: 'text', id: 'item', text, open: false });
const prompt = (text: string): Item => ({ kind: 'user', id: 'item', text, images: [], state: 'delivered' });
const tool = (changes: Partial<ToolItem>): ToolItem => ({
  kind: 'tool',
  id: 'item',
  name: 'bash',
  subject: 'seq',
  input: '{}',
  text: '',
  state: 'done',
  ...changes,
});
const fence = (language: string, code: string) => answer(`\`\`\`${language}\n${code}\n\`\`\``);
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const patch = (rows: number, width: number) =>
  `--- a/a\n+++ b/a\n@@ -1,${rows} +1,${rows} @@\n${many(rows, (n) => `${n % 2 ? '+' : '-'}${'x'.repeat(width)}`)}\n`;

const inputs: Readonly<Record<string, Item>> = {
  'a fence of one word': fence('java', 'a'.repeat(29_000)),
  'a fence of opening brackets': fence(
    'ts',
    many(900, () => '('.repeat(60)),
  ),
  'a fence of angle brackets': fence(
    'cpp',
    many(900, () => '<'.repeat(60)),
  ),
  'a fence of quotes': fence(
    'python',
    many(900, () => '"""'.repeat(20)),
  ),
  'a fence of tags': fence(
    'xml',
    many(900, () => '<a '.repeat(20)),
  ),
  'a fence of regular expressions': fence(
    'js',
    many(900, () => '/[/'.repeat(20)),
  ),
  'a fence of 59 kB of code': fence(
    'ts',
    many(1_400, (n) => `const value${n} = call(${n}, 'text');`),
  ),
  'a fence of 2 MB': fence(
    '',
    many(40_000, (n) => `line ${n} of a very long program's text, as it is`),
  ),
  'a table of 5,000 rows': answer(`| a | b |\n|---|---|\n${many(5_000, (n) => `| ${n} | **${n}** |`)}`),
  'a table of 500 columns': answer(many(20, (n) => `|${(n === 1 ? '-|' : 'x|').repeat(500)}`)),
  'a table that is never closed': answer(`|${'a|'.repeat(20_000)}\n|${'-|'.repeat(20_000)}`),
  'a list of 10,000 items': answer(many(10_000, (n) => `- item ${n}`)),
  'a paragraph of 300,000 characters': answer('word '.repeat(60_000)),
  'a word of 300,000 characters': answer('x'.repeat(300_000)),
  'emphasis that never closes': answer('**a '.repeat(30_000)),
  'links that never close': answer('[a]('.repeat(30_000)),
  'code that never closes': answer('`a``'.repeat(30_000)),
  'quotes in quotes': answer(`${'> '.repeat(3_000)}x`),
  'lists in lists': answer(`${'- '.repeat(3_000)}x`),
  'angle brackets': answer('<a '.repeat(30_000)),
  'references that nothing defines': answer('[a][b] '.repeat(20_000)),
  definitions: answer(many(8_000, (n) => `[r${n}]: http://a/${n}`)),
  entities: answer('&amp;&#0;&lt'.repeat(20_000)),
  'combining marks': answer('e\u0301\u0302\u0303'.repeat(30_000)),
  'mixed directions': answer('שלום hello '.repeat(14_500)),
  headings: answer(many(5_000, (n) => `# ${n}`)),
  rulers: answer('---\n'.repeat(20_000)),
  addresses: answer(many(5_000, (n) => `http://a.b/${n}`)),
  'a prompt of 20,000 lines': prompt(many(20_000, (n) => `line ${n}`)),
  'a prompt of one line': prompt('x'.repeat(1_000_000)),
  'hidden characters': prompt('\u202e\u200b'.repeat(50_000)),
  'a diff of 20,000 rows': tool({ name: 'edit', path: 'a', diff: patch(20_000, 10) }),
  'a diff of one long row': tool({ name: 'edit', path: 'a', diff: patch(2, 1_000_000) }),
  'a diff of hidden characters': tool({
    name: 'edit',
    path: 'a',
    diff: patch(200, 0).replaceAll('+', '+\u202e'.repeat(900)),
  }),
  'an output of colours': tool({ text: '\u001b[31mr\u001b[32mg'.repeat(50_000) }),
  'an output of backspaces': tool({ text: 'ab\b\b'.repeat(100_000) }),
  'an output of carriage returns': tool({ text: '10%\r'.repeat(100_000) }),
  'an output of one line': tool({ text: 'x'.repeat(1_000_000) }),
  'an output of 100,000 lines': tool({ text: many(100_000, (n) => `line ${n}`) }),
  'a subject of 100,000 characters': tool({ subject: 'x'.repeat(100_000) }),
  'a name of 10,000 characters': tool({ name: 'tool_'.repeat(2_000) }),
  'a notice of 300,000 characters': {
    kind: 'notice',
    id: 'item',
    level: 'error',
    text: 'x '.repeat(150_000),
    detail: 'y '.repeat(150_000),
  },
  'a thought of 300,000 characters': {
    kind: 'thinking',
    id: 'item',
    text: 'hm '.repeat(100_000),
    open: false,
  },
};

describe('The longest task of the page', () => {
  const browser = withBrowser();

  for (const [name, item] of Object.entries(inputs)) {
    it(`stays short with ${name}`, async () => {
      const panel = await browser.open();
      await assertShortTasks(panel, 'drawing', async () => {
        await panel.host.add(item, { kind: 'notice', id: 'next', level: 'info', text: 'The next item.' });
        await panel.page.getByText('The next item.').waitFor({ state: 'attached' });
      });
      const lines = panel.page.locator('.tool .line, .thinking .line');
      if ((await lines.count()) === 0) return;
      await assertShortTasks(panel, 'unfolding', () =>
        lines.first().evaluate((line: HTMLElement) => line.click()),
      );
    });
  }
});
