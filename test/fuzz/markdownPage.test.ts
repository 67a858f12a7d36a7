import assert from 'node:assert/strict';
import { buildMarkdownPage, type MarkdownPage } from '../webview/markdownBundle';
import { withBrowser } from '../webview/panelPage';
import { markdownText } from './markdownText';
import { Random, runs, seed } from './random';

const elements = [
  ...[
    'a',
    'blockquote',
    'br',
    'button',
    'code',
    'del',
    'div',
    'em',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'li',
    'ol',
  ],
  ...['p', 'pre', 'span', 'strong', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
];
/** None of these runs or fetches anything. */
const attributes = [
  'class',
  'dir',
  'tabindex',
  'role',
  'title',
  'start',
  'type',
  'aria-label',
  'data-language',
];

describe('Random Markdown in a browser', () => {
  const browser = withBrowser();

  it('streamed Markdown ends up like Markdown rendered at once and never contains anything that runs or fetches', async function () {
    this.timeout(0);
    // Closing the page fails on a violated content security policy, an error or a request.
    const { page } = await browser.open();
    await page.evaluate(await buildMarkdownPage());
    const random = new Random(seed);
    for (let n = 0; n < runs(100_000) / 20_000; n += 1) {
      const texts = Array.from({ length: 50 }, () => markdownText(random));
      const faults = await page.evaluate(
        ({ texts, elements, attributes }) => {
          const { MarkdownStream } = (window as unknown as MarkdownPage).enso;
          const faults: { text: string; fault: string }[] = [];
          const unexpected = (element: HTMLElement): string[] =>
            [...element.querySelectorAll('*')].flatMap((inner) => [
              ...(elements.includes(inner.localName) ? [] : [`<${inner.localName}>`]),
              ...inner
                .getAttributeNames()
                .filter((name) => !attributes.includes(name))
                .map((name) => `<${inner.localName} ${name}>`),
            ]);
          for (const text of texts) {
            const fail = (fault: string): void => void faults.push({ text, fault });
            const holder = document.createElement('div');
            document.body.append(holder);
            try {
              const streamed = new MarkdownStream(() => undefined);
              holder.append(streamed.element);
              for (let end = 0; end <= text.length; end += 1) {
                streamed.update(text.slice(0, end), true);
                unexpected(streamed.element).forEach(fail);
              }
              streamed.update(text, false);
              const whole = new MarkdownStream(() => undefined);
              whole.update(text, false);
              holder.append(whole.element);
              unexpected(whole.element).forEach(fail);
              if (!streamed.element.isEqualNode(whole.element)) {
                fail(`${streamed.element.innerHTML}\n  is not\n${whole.element.innerHTML}`);
              }
            } catch (error) {
              fail(String(error));
            }
            holder.remove();
          }
          return faults;
        },
        { texts, elements, attributes },
      );
      assert.deepEqual(faults, [], `seed ${String(seed)}, texts ${String(n)}`);
    }
  });
});
