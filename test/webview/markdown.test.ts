import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { buildMarkdownPage, type MarkdownPage } from './markdownBundle';
import { withBrowser, type PanelPage } from './panelPage';

interface Bundle extends MarkdownPage {
  opened: unknown[];
}

const fence = '```';

const tableOf = (rows: number) =>
  `| a | b |\n|---|:-:|\n${Array.from({ length: rows }, (_, index) => `| ${index} | **${index}** |\n`).join('')}`;
const longLine = 'Words with `code`, **weight**, a [link](src/a.ts), snake_case and x[0] of it. '
  .repeat(60)
  .trimEnd();

const documents: readonly string[] = [
  'Plain words, **bold**, *em*, ~~gone~~ and `code`.\n\nSecond paragraph\nwith a soft break  \nand a hard one.',
  '# One\n\nTitle\n=====\n\nOther\n---\n\n---\n',
  `Before\n\n${fence}ts\nconst a = 1;\n\nconst b = 2;\n${fence}\n\nAfter`,
  `${fence}${fence}markdown\n${fence}js\ninner\n${fence}\nstill\n${fence}${fence}\nout`,
  `${fence}markdown\nouter\n${fence}js\ninner\n${fence}\ntail\n${fence}\n`,
  '~~~\na ``` b\n```\n~~~\n',
  `${fence}\nnever closed\n  indented\n`,
  `${fence}\n\n\nblank lines first\n\n${fence}\n`,
  '1. one\n\n2. two\n\n   more of two\n\n3. three\n\nafter',
  '- a\n- b\n  - c\n  - d\n\n    deep\n- e\n\n* other list\n',
  '- [x] done\n- [ ] open\n',
  '| a | b |\n|---|:-:|\n| 1 | $5 and $10 |\n| `x` | **$4** |\n\nafter',
  '> quote\n> more\n>\n> - list\n\n> second\nlazy\n',
  `> ${fence}js\n> quoted code\n> ${fence}\n`,
  'See [late] and [text][ref].\n\nMore.\n\n[late]: https://example.com/late\n[ref]: src/a.ts\n',
  '<div onclick="x">raw <b>html</b></div>\n\nand <img src=x onerror=alert(1)> inline &amp; &lt;tag&gt;\n',
  '![alt](https://example.com/x.png) [no](javascript:alert(1)) <https://example.com> www.example.com',
  'שלום `path/to/file.ts` עולם\n\n- פריט\n',
  'Windows\r\n\r\n- a\r\n- b\r\n\r\n```\r\ncode\r\n```\r\nend\r\n',
  '    indented code\n\n    more\n\ntext',
  `- item\n\n  ${fence}sh\n  ls\n  ${fence}\n\n- next\n`,
  'a\n\n\n\n\nb\n',
  `${fence}c\\+\\+\nint a;\n${fence}\n`,
  Array.from({ length: 30 }, (_, index) => `- item **${index}**\n${index === 20 ? '\n  more\n\n' : ''}`).join(
    '',
  ) + '\nafter\n',
  `Steps:\n\n${Array.from({ length: 25 }, (_, index) => `${index + 3}. step\n`).join('')}${fence}\ncode\n${fence}\n`,
  '',
];

const longDocuments = [
  'An <a href="x"> that nothing ends.\n\nhttps://example.com is a link all the same.\n\nafter',
  `${tableOf(20)}\nafter\n`,
  tableOf(14).trimEnd(),
  `${tableOf(12)}- a list right below\n`,
  `${tableOf(12)}${fence}\ncode\n${fence}\n`,
  longLine,
  `${longLine}\n=====\n\nafter a heading`,
  `${longLine}\n- a list right below\n\nafter`,
  `${longLine}\nand one more line\n\nafter`,
  `${'words '.repeat(300)} a * star, an [open ${'words '.repeat(300)} bracket](src/a.ts) and a \`tick ${'words '.repeat(200)}\``,
];

describe('Streaming Markdown', () => {
  const browser = withBrowser();
  let code: string;

  before(async () => {
    code = await buildMarkdownPage();
  });

  async function open(): Promise<PanelPage> {
    const panel = await browser.open();
    await panel.page.evaluate(`${code} window.opened = [];`);
    return panel;
  }

  /** The same texts written piece by piece, and at once: what the page holds at the end. */
  function bothWays(
    panel: PanelPage,
    texts: readonly string[],
    step: number,
  ): Promise<{ streamed: string; whole: string }[]> {
    return panel.page.evaluate(
      ({ texts, step }) =>
        texts.map((text) => {
          const { MarkdownStream } = (window as unknown as Bundle).enso;
          const streamed = new MarkdownStream(() => undefined);
          for (let end = 0; end <= text.length; end += step) streamed.update(text.slice(0, end), true);
          streamed.update(text, false);
          const whole = new MarkdownStream(() => undefined);
          whole.update(text, false);
          return { streamed: streamed.element.innerHTML, whole: whole.element.innerHTML };
        }),
      { texts, step },
    );
  }

  it('Markdown that is written one character at a time ends as it does when drawn at once', async function () {
    // Tens of thousands of characters are rendered one by one, which takes long on a busy machine.
    this.timeout(240_000);
    const panel = await open();
    for (const { streamed, whole } of await bothWays(panel, [...documents, ...longDocuments], 1))
      assert.equal(streamed, whole);
  });

  it('Any mixture of blocks ends the same however it is cut', async () => {
    const panel = await open();
    const pieces = documents.flatMap((text) => text.split('\n'));
    const anyText = fc.array(fc.constantFrom(...pieces, '', '```', '- x', '  y', '2. z'), { maxLength: 14 });
    const texts = fc.sample(anyText, { numRuns: 300, seed: 7 }).map((lines) => lines.join('\n'));
    for (const step of [1, 3, 7]) {
      const results = await bothWays(panel, texts, step);
      for (const [index, { streamed, whole }] of results.entries()) {
        assert.equal(streamed, whole, JSON.stringify(texts[index]));
      }
    }
  });

  it('A code fence looks the same while it is written as when it is closed', async () => {
    const panel = await open();
    const shown = await panel.page.evaluate(() => {
      const { MarkdownStream } = (window as unknown as Bundle).enso;
      const stream = new MarkdownStream(() => undefined);
      const text = 'Look:\n\n````js\na\n\n```\n  b\n````\nafter';
      const seen: string[] = [];
      for (let end = 0; end <= text.length; end += 1) {
        stream.update(text.slice(0, end), true);
        seen.push(stream.element.querySelector('pre')?.textContent ?? '');
      }
      return { last: seen.at(-1), grows: seen.every((now, index) => now.startsWith(seen[index - 1] ?? '')) };
    });
    assert.deepEqual(shown, { last: 'a\n\n```\n  b', grows: true });
  });

  it('Finished blocks keep their elements while the next ones are added', async () => {
    const panel = await open();
    const kept = await panel.page.evaluate(() => {
      const { MarkdownStream } = (window as unknown as Bundle).enso;
      const stream = new MarkdownStream(() => undefined);
      const text = '# One\n\nFirst.\n\nSecond.\n\nThird';
      stream.update(text.slice(0, 25), true);
      const first = stream.element.children[1];
      for (let end = 25; end <= text.length; end += 1) stream.update(text.slice(0, end), true);
      stream.update(text, false);
      return first?.textContent === 'First.' && stream.element.children[1] === first;
    });
    assert.equal(kept, true);
  });

  it('HTML in Markdown stays text, and dangerous links are not followed', async () => {
    const panel = await open();
    const found = await panel.page.evaluate((texts) => {
      const { MarkdownStream } = (window as unknown as Bundle).enso;
      const holder = document.createElement('div');
      for (const text of texts) {
        const stream = new MarkdownStream((target) => (window as unknown as Bundle).opened.push(target));
        stream.update(text, false);
        holder.append(stream.element);
      }
      holder.querySelectorAll<HTMLElement>('a').forEach((link) => link.click());
      return {
        elements: holder.querySelectorAll('img, script, svg, iframe, b, [onclick], [onerror], [href]').length,
        opened: (window as unknown as Bundle).opened,
      };
    }, documents);
    assert.equal(found.elements, 0);
    assert.deepEqual(found.opened, [
      { kind: 'web', href: 'https://example.com/late' },
      { kind: 'file', path: 'src/a.ts' },
      { kind: 'web', href: 'https://example.com/x.png' },
      { kind: 'web', href: 'https://example.com' },
      { kind: 'web', href: 'http://www.example.com' },
    ]);
  });

  it('A delta late in a long text costs no more than an early one', async () => {
    const panel = await open();
    const { early, late } = await panel.page.evaluate(() => {
      const { MarkdownStream } = (window as unknown as Bundle).enso;
      const paragraph = 'Some words with `code` and **weight**, and a [link](src/a.ts) at the end.\n\n';
      const long = paragraph.repeat(3_000);
      const stream = new MarkdownStream(() => undefined);
      const nodes = (from: number) => {
        let touched = 0;
        const observer = new MutationObserver((records) => (touched += records.length));
        observer.observe(stream.element, { childList: true, subtree: true, characterData: true });
        for (let end = from; end < from + 400; end += 40) stream.update(long.slice(0, end), true);
        touched += observer.takeRecords().length;
        observer.disconnect();
        return touched;
      };
      stream.update(long.slice(0, 400), true);
      const early = nodes(400);
      stream.update(long.slice(0, 200_000), true);
      return { early, late: nodes(200_000) };
    });
    assert.ok(late <= early * 1.5 + 10, `${late} changes of the page late, ${early} early`);
  });

  it('A long list is not rendered again for each of its words', async () => {
    const panel = await open();
    const redrawn = await panel.page.evaluate(() => {
      const { MarkdownStream } = (window as unknown as Bundle).enso;
      const stream = new MarkdownStream(() => undefined);
      const text = Array.from({ length: 500 }, (_, index) => `- item ${index}\n`).join('');
      stream.update(text, true);
      const items = [...stream.element.querySelectorAll('li')];
      stream.update(`${text}- one`, true);
      return [...stream.element.querySelectorAll('li')].filter((item, index) => item !== items[index]).length;
    });
    assert.ok(redrawn < 20, `${redrawn} items were drawn again`);
  });

  it('A long table or paragraph is not rendered again for each of its words', async () => {
    const panel = await open();
    const { rows, words } = await panel.page.evaluate(
      ({ table, line }) => {
        const { MarkdownStream } = (window as unknown as Bundle).enso;
        const redrawn = (text: string, selector: string) => {
          const stream = new MarkdownStream(() => undefined);
          stream.update(text, true);
          stream.update(`${text} `, true);
          const before = [...stream.element.querySelectorAll(selector)];
          stream.update(`${text} more`, true);
          const after = [...stream.element.querySelectorAll(selector)];
          return after.filter((element, index) => element !== before[index]).length;
        };
        return { rows: redrawn(table, 'tr'), words: redrawn(line, 'p > *') };
      },
      { table: tableOf(500), line: `${longLine} `.repeat(20) },
    );
    assert.ok(rows < 20, `${rows} rows were drawn again`);
    assert.ok(words < 60, `${words} pieces of the paragraph were drawn again`);
  });

  it('A long paragraph looks the same while it is written as when it is complete', async () => {
    const panel = await open();
    const { streamed, whole } = await panel.page.evaluate((line) => {
      const { MarkdownStream } = (window as unknown as Bundle).enso;
      const shown = new MarkdownStream(() => undefined);
      for (let end = 0; end <= line.length; end += 7) shown.update(line.slice(0, end), true);
      shown.update(line, true);
      const complete = new MarkdownStream(() => undefined);
      complete.update(line, false);
      // Adjacent text nodes count as one.
      shown.element.normalize();
      return { streamed: shown.element.innerHTML, whole: complete.element.innerHTML };
    }, longLine);
    assert.equal(streamed, whole);
  });
});
