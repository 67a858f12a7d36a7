import assert from 'node:assert/strict';
import { buildMarkdownPage, type MarkdownPage } from '../webview/markdownBundle';
import { withBrowser } from '../webview/panelPage';
import { degenerateText, markdownText } from './markdownText';
import { emptyThread } from '../../src/protocol/threadState';
import { Random, runs, seed } from './random';

/** How many times as long as a short text any text may take. A busy machine is slow for both. */
const maxRatio = 100;

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

  it('the page draws any Markdown in bounded time, and the next item and a card after it', async function () {
    this.timeout(0);
    const panel = await browser.open();
    const random = new Random(seed);
    let drawn = 0;
    /** Draws a text, the next item and a card, and returns how long that took, in milliseconds. */
    const draw = async (text: string): Promise<number> => {
      const n = ++drawn;
      const request = { kind: 'confirm', id: `card-${n}`, title: `Card ${n}?`, message: '' } as const;
      const began = performance.now();
      await panel.host.add({ kind: 'text', id: `text-${n}`, text, open: false });
      await panel.host.add({ kind: 'notice', id: `next-${n}`, level: 'info', text: `Next ${n}.` });
      await panel.host.observe({ type: 'dialog-opened', request });
      await panel.page.getByRole('heading', { name: `Card ${n}?` }).waitFor();
      await panel.page.getByText(`Next ${n}.`, { exact: true }).waitFor({ state: 'attached' });
      const took = performance.now() - began;
      await panel.host.observe({
        type: 'dialog-settled',
        dialogId: request.id,
        ending: { outcome: 'cancelled' },
      });
      return took;
    };
    const floor = Math.max(await draw('short'), await draw('short'), await draw('short'));
    for (let n = 0; n < runs(40); n += 1) {
      const text = random.below(2) === 0 ? degenerateText(random) : markdownText(random);
      const ratio = (await draw(text)) / floor;
      assert.ok(
        ratio < maxRatio,
        `${ratio} times a short text, seed ${seed}, text ${n}: ${JSON.stringify(text.slice(0, 200))}`,
      );
      // A thread that grew without an end would measure its own length.
      panel.host.state = emptyThread('thread-1');
      if (n % 10 === 9) await panel.host.snapshot();
    }
  });
});
