import { strict as assert } from 'node:assert';
import type { Locator } from 'playwright-core';
import type { Item, ToolItem } from '../../src/protocol/item';
import { withBrowser } from './panelPage';
import { themeNames } from './themes';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const tool = (id: string, name: string, changes: Partial<ToolItem> = {}): ToolItem => ({
  kind: 'tool',
  id,
  name,
  subject: '',
  input: '{}',
  text: '',
  state: 'done',
  ...changes,
});

const faces: readonly Item[] = [
  tool('read', 'read', {
    subject: 'src/core/followFeed.ts',
    path: 'src/core/followFeed.ts',
    input: '{"path": "src/core/followFeed.ts", "offset": 40, "limit": 19}',
    text: 'const a = 1;',
  }),
  { kind: 'thinking', id: 'thought', text: 'Let me see.', open: false, startedAt: 1, durationMs: 4_000 },
  tool('picture', 'read', {
    subject: 'shot.png',
    path: 'shot.png',
    images: [{ mimeType: 'image/png', data: png }],
  }),
  { kind: 'thinking', id: 'thought-2', text: 'And now?', open: false },
  tool('own', 'bash', {
    byUser: true,
    subject: 'git status',
    input: '{"command": "git status"}',
    text: 'On branch main',
    exitCode: 0,
  }),
  { kind: 'text', id: 'between', text: 'Looking further.', open: false },
  tool('grep', 'grep', {
    subject: 'seq in src',
    input: '{"pattern": "seq", "path": "src"}',
    text: 'core/feed.ts:12: const seq = 1;\ncore/feed.ts-13- next();',
  }),
  tool('mcp', 'github_search_issues', {
    subject: 'flaky',
    input: '{"query": "flaky", "limit": 10, "labels": ["bug", "test"]}',
    text: 'None.',
  }),
];

const finished = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) =>
    tool(`call-${index}`, index % 4 === 3 ? 'edit' : 'read', {
      path: `src/file${index}.ts`,
      subject: `src/file${index}.ts`,
      text: 'x',
    }),
  );

describe('the faces of tools', () => {
  const browser = withBrowser();
  const open = (items: readonly Item[], width = 380) =>
    browser.open({ width, before: (host) => (host.state.items = [...items]) });

  it('a read names its lines and opens the file there', async () => {
    const { page, host } = await open(faces);
    await page.getByText('lines 40–58').waitFor();
    await page.getByRole('button', { name: /Read src\/core/ }).click();
    await page.getByRole('button', { name: 'Open src/core/followFeed.ts' }).click();
    const { request } = await host.request('open-file');
    assert.deepEqual(request, { type: 'open-file', path: 'src/core/followFeed.ts', line: 40 });
  });

  it('a picture shows at once, and the time of a thought on its line', async () => {
    const { page } = await open(faces);
    assert.ok(await page.locator('img.shown').isVisible());
    await page.getByRole('button', { name: /Thought\s+4\.0 s/ }).waitFor();
  });

  it("the user's own command is unfolded, and goes to a terminal", async () => {
    const { page, host } = await open(faces);
    await page.getByText('On branch main').waitFor();
    await page.getByRole('button', { name: 'Open in Terminal' }).click();
    const { request } = await host.request('use-code');
    assert.deepEqual([request.use, request.text], ['type-in-terminal', 'git status']);
  });

  it('A slash command of the user has a bubble as high as a prompt has', async () => {
    const panel = await browser.open({ width: 400 });
    const heights: number[] = [];
    for (const state of ['delivered', 'command'] as const) {
      await panel.host.observe({
        type: 'item-added',
        item: { kind: 'user', id: state, text: '/sure', images: [], state },
      });
      const bubble = panel.page.locator(`[data-item="${state}"]`);
      await bubble.waitFor();
      heights.push((await bubble.boundingBox())?.height ?? 0);
    }
    const [prompt = 0, command = 0] = heights;
    assert.ok(command > 20 && command <= prompt, `${command} px beside ${prompt} px`);
  });

  it('the output of a running command stays at its end', async () => {
    const running = tool('live', 'bash', { state: 'running', subject: 'seq', startedAt: Date.now() });
    const { page, host } = await open([{ ...running, byUser: true }]);
    for (let line = 0; line < 60; line += 1)
      await host.observe({ type: 'text-delta', id: 'live', delta: `line ${line}\n` });
    await page.getByText('line 59').waitFor();
    const box = page.locator('.output');
    const fromEnd = () => box.evaluate((element) => Math.round(Math.abs(element.scrollTop)));
    assert.equal(await fromEnd(), 0);
    await box.hover();
    await page.mouse.wheel(0, -200);
    await page.waitForFunction(() => (document.querySelector('.output')?.scrollTop ?? 0) < -50);
    const before = await fromEnd();
    await host.observe({ type: 'text-delta', id: 'live', delta: 'line 60\n' });
    await page.getByText('line 60').waitFor({ state: 'attached' });
    assert.ok((await fromEnd()) >= before);
  });

  it('a hit of a search opens its file at its line', async () => {
    const { page, host } = await open(faces);
    await page.getByRole('button', { name: /Searched/ }).click();
    await page.getByRole('button', { name: 'core/feed.ts:12' }).click();
    const { request } = await host.request('open-file');
    assert.deepEqual(request, { type: 'open-file', path: 'src/core/feed.ts', line: 12 });
  });

  it('arguments of a tool that Enso does not know are a table', async () => {
    const { page } = await open(faces);
    await page.getByRole('button', { name: /github_search_issues/ }).click();
    const rows = await page.locator('.arguments tr').allInnerTexts();
    assert.deepEqual(
      rows.map((row) => row.replace(/\s+/g, ' ')),
      ['query flaky', 'limit 10', 'labels [ "bug", "test" ]'],
    );
  });

  it('thoughts begin unfolded where the user wants it', async () => {
    const panel = await open(faces);
    assert.equal(await panel.page.getByText('Let me see.').count(), 0);
    await panel.host.post({ type: 'settings', settings: { sendWith: 'enter', unfoldsThinking: true } });
    await panel.page.getByText('Let me see.').waitFor();
  });

  it('many calls in a row are one line, beside the call that runs', async () => {
    const running = tool('now', 'bash', { subject: 'npm test', state: 'running', startedAt: Date.now() });
    const { page, host } = await open([...finished(8), running]);
    const group = page.getByRole('button', { name: '6 files read and 2 files edited' });
    await group.waitFor();
    assert.equal(await page.locator('.tool').count(), 2);
    await page.getByRole('button', { name: /Running npm test/ }).waitFor();
    await group.click();
    await group.and(page.locator('[aria-expanded=true]')).waitFor();
    assert.equal(await page.locator('.tool').count(), 10);
    await group.click();
    await host.observe({ type: 'item-changed', id: 'now', patch: { state: 'failed', exitCode: 1 } });
    await page
      .getByRole('button', { name: '6 files read, 2 files edited, 1 command run, and 1 failed' })
      .waitFor();
  });

  for (const theme of themeNames) {
    it(`axe finds nothing in the faces of tools in ${theme}, folded and unfolded`, async () => {
      const panel = await browser.open({
        theme,
        height: 1_400,
        before: (host) => (host.state.items = [...faces, ...finished(6)]),
      });
      assert.deepEqual(await panel.axe(), []);
      const unfold = (lines: Locator) =>
        lines.evaluateAll((all: HTMLElement[]) => all.forEach((line) => line.click()));
      await unfold(panel.page.locator('.calls > .line'));
      // The line of the group is drawn unfolded before the rest is clicked. A second click would fold the group.
      await panel.page.locator('.calls-body').waitFor();
      await unfold(panel.page.locator('.line[aria-expanded=false]'));
      for (const width of [250, 400, 800]) {
        await panel.page.setViewportSize({ width, height: 1_400 });
        await panel.page.locator('.scroller').evaluate((scroller) => (scroller.scrollTop = 0));
        await panel.screenshot(`tools-${theme}-${width}`);
        assert.deepEqual(await panel.axe(), [], `at ${width} px`);
        const wider = await panel.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wider <= 0, `${wider} px too wide at ${width} px`);
      }
    });
  }
});
