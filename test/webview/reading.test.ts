import { strict as assert } from 'node:assert';
import type { Item } from '../../src/protocol/item';
import { withBrowser, type PanelPage } from './panelPage';
import { themeNames } from './themes';

const prompt = (id: string, text: string): Item => ({
  kind: 'user',
  id,
  text,
  images: [],
  state: 'delivered',
});
const answer = (id: string, text: string): Item => ({ kind: 'text', id, text, open: false });
const code = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

const blocks = [
  code('sh', 'npm test'),
  code('kotlin', 'fun main() { val one = 1 }'),
  code('rb', 'def one = 1'),
  code('dockerfile', 'FROM node'),
  code('toml', 'a = "b"'),
  code('nosuchlanguage', 'fun main()'),
].join('\n\n');

const items: readonly Item[] = [
  prompt('u1', 'First question'),
  answer('t1', `**Bold** words.\n\n${'More words.\n\n'.repeat(60)}`),
  prompt('u2', 'Second question'),
  answer('t2', `The *answer*.\n\n${blocks}`),
];

/** Returns a function that reads what the page has copied. */
async function clipboardOf({ page }: PanelPage): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const holder = window as unknown as { copied: string };
    Object.defineProperty(navigator, 'clipboard', {
      value: {
        writeText: (text: string) => {
          holder.copied = text;
          return Promise.resolve();
        },
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { copied: string }).copied);
}

describe('reading a conversation', () => {
  const browser = withBrowser();
  const open = () => browser.open({ before: (host) => (host.state.items = [...items]) });

  it('an answer is copied as Markdown or as text, and a prompt as it is', async () => {
    const panel = await open();
    const copied = await clipboardOf(panel);
    const last = panel.page.locator('.answer').last();
    await last.hover();
    await last.getByRole('button', { name: 'Copy as Markdown' }).click();
    assert.equal(await copied(), `The *answer*.\n\n${blocks}`);
    await last.getByRole('button', { name: 'Copy as Text' }).click();
    assert.match(await copied(), /^The answer\.\n+npm test\n+fun main/);
    const question = panel.page.locator('.user').last();
    await question.hover();
    await question.getByRole('button', { name: 'Copy Message' }).click();
    assert.equal(await copied(), 'Second question');
  });

  it('only the last answer of an idle thread can be asked for again', async () => {
    const { page, host } = await open();
    assert.equal(await page.getByRole('button', { name: 'Try Again' }).count(), 1);
    await page.locator('.answer').last().hover();
    await page.locator('.answer').last().getByRole('button', { name: 'Try Again' }).click();
    assert.equal((await host.request('next-step')).request.step, 'retry');
    await host.changeStatus({ busy: true, live: true, generation: 1 });
    await page.getByRole('button', { name: 'Try Again' }).waitFor({ state: 'detached' });
  });

  it('a block of code goes to the editor, to a file and to a terminal', async () => {
    const { page, host } = await open();
    const block = page.locator('.code').first();
    for (const name of ['Run in Terminal', 'Insert at Cursor', 'Apply to File…', 'Open in Editor'])
      await block.getByRole('button', { name }).click();
    await host.request('use-code', 4);
    assert.deepEqual(
      host.all('use-code').map(({ request }) => [request.use, request.text, request.language]),
      ['run-in-terminal', 'insert-at-cursor', 'apply-to-file', 'open-in-editor'].map((use) => [
        use,
        'npm test',
        'sh',
      ]),
    );
    assert.equal(
      await page.locator('.code').nth(1).getByRole('button', { name: 'Run in Terminal' }).count(),
      0,
    );
  });

  it('languages are loaded when the page meets them, and an unknown one stays plain', async () => {
    const { page } = await open();
    for (const index of [0, 1, 2, 3, 4])
      await page.locator('.code').nth(index).locator('[class^="hl-"]').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('.code').nth(5).locator('[class^="hl-"]').count(), 0);
  });

  it('the host moves from prompt to prompt and to the last answer', async () => {
    const { page, host } = await open();
    const top = (text: string) =>
      page
        .locator('.item', { hasText: text })
        .first()
        .evaluate((item) => Math.round(item.getBoundingClientRect().top));
    await host.post({ type: 'intent', intent: { kind: 'reveal-item', itemId: 'u1' } });
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-item') === 'u1');
    await host.post({ type: 'intent', intent: { kind: 'go-to', place: 'next-prompt' } });
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-item') === 'u2');
    assert.ok((await top('Second question')) >= 0);
    await host.post({ type: 'intent', intent: { kind: 'go-to', place: 'previous-prompt' } });
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-item') === 'u1');
    await host.post({ type: 'intent', intent: { kind: 'go-to', place: 'last-answer' } });
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-item') === 't2');
  });

  it('a prompt that is not loaded is fetched before it is shown', async () => {
    const { page, host } = await browser.open({
      before: ({ state }) => {
        state.items = items.slice(2);
        state.earlier = 2;
      },
    });
    await host.post({ type: 'intent', intent: { kind: 'reveal-item', itemId: 'u1' } });
    const { id } = await host.request('older');
    await host.reply(id, { ok: true, items: items.slice(0, 2), earlier: 0 });
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-item') === 'u1');
  });

  it('the button to the latest says how much is new, and nothing moves', async () => {
    const { page, host } = await open();
    await page.locator('.scroller').hover();
    await page.mouse.wheel(0, -800);
    await page.getByRole('button', { name: 'Jump to Latest', exact: true }).waitFor();
    const scrolled = () => page.locator('.scroller').evaluate((box) => box.scrollTop);
    const before = await scrolled();
    await host.add(prompt('u3', 'Third'), answer('t3', 'Three.'));
    await page.getByRole('button', { name: 'Jump to Latest (2 New)' }).waitFor();
    assert.equal(await scrolled(), before);
  });

  it('sizes and fonts follow the settings at once', async () => {
    const { page, host } = await open();
    const sizes = () =>
      page.evaluate(() =>
        ['.answer p', '.code pre'].map((name) => {
          const { fontSize, fontFamily } = getComputedStyle(document.querySelector(name) ?? document.body);
          return `${fontSize} ${fontFamily}`;
        }),
      );
    const [text = '', block = ''] = await sizes();
    assert.match(text, /^13px/);
    assert.match(block, /^12px/);
    const fonts = { size: 20, family: 'serif', codeSize: 9, codeFamily: 'cursive' };
    await host.post({ type: 'settings', settings: { sendWith: 'enter', fonts } });
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector('.answer p') ?? document.body).fontSize === '20px',
    );
    assert.deepEqual(await sizes(), ['20px serif', '9px cursive']);
    await host.post({ type: 'settings', settings: { sendWith: 'enter', fonts: { size: 20 } } });
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector('.code pre') ?? document.body).fontSize !== '9px',
    );
    assert.match((await sizes())[1] ?? '', /^18\.46/);
  });

  it('a failed run is not announced as finished, and an answer is read when it is whole', async () => {
    const { page, host } = await open();
    const said = page.locator('[aria-live="polite"]');
    const isRunning = () => page.locator('.activity .codicon-loading').waitFor();
    await host.changeStatus({ busy: true, live: true, generation: 1 });
    await host.observe({ type: 'run-started', generation: 1, at: Date.now() });
    await isRunning();
    await host.observe({ type: 'settled', generation: 1, aborted: false, failed: false });
    await said.getByText('pi has finished. The *answer*.').waitFor({ state: 'attached' });
    await host.changeStatus({ busy: false, live: true, generation: 1 });
    await page.locator('.activity .codicon-loading').waitFor({ state: 'detached' });
    await host.changeStatus({ busy: true, live: true, generation: 2 });
    await host.observe({ type: 'run-started', generation: 2, at: Date.now() });
    await isRunning();
    await host.add({ kind: 'notice', id: 'n', level: 'error', text: 'No key.' });
    await host.observe({ type: 'settled', generation: 2, aborted: false, failed: true });
    await said.getByText('pi stopped with an error: No key.').waitFor({ state: 'attached' });
  });

  it('each turn has a heading, and a message says what its context menu is about', async () => {
    const { page } = await open();
    await page.getByRole('heading', { name: 'Prompt: Second question' }).waitFor({ state: 'attached' });
    const context = await page.locator('.answer').last().getAttribute('data-vscode-context');
    assert.deepEqual(JSON.parse(context ?? ''), { webviewSection: 'answer', itemId: 't2' });
  });

  for (const theme of themeNames) {
    it(`axe finds nothing in ${theme} while the actions of a message are visible`, async () => {
      const panel = await browser.open({ theme, before: (host) => (host.state.items = [...items]) });
      await panel.page.locator('.code').nth(4).locator('[class^="hl-"]').first().waitFor();
      for (const width of [250, 400, 800]) {
        await panel.page.setViewportSize({ width, height: 900 });
        await panel.page.locator('.answer').last().hover();
        await panel.screenshot(`reading-${theme}-${width}`);
        assert.deepEqual(await panel.axe(), [], `at ${width} px`);
      }
    });
  }
});
