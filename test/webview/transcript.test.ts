import { strict as assert } from 'node:assert';
import type { Item } from '../../src/protocol/item';
import { withBrowser, type PanelPage } from './panelPage';

const answer = (id: string, text: string, open = false): Item => ({ kind: 'text', id, text, open });
const many = (from: number, to: number): Item[] =>
  Array.from({ length: to - from }, (_, index) => {
    const number = from + index;
    return number % 2 === 0
      ? { kind: 'user', id: `i${number}`, text: `Question ${number}`, images: [], state: 'delivered' }
      : answer(
          `i${number}`,
          `Answer ${number} with \`code\`.\n\n- one\n- two\n\n${'More words. '.repeat(number % 40)}`,
        );
  });

const fromEnd = (panel: PanelPage) =>
  panel.page
    .locator('.scroller')
    .evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));

describe('The transcript', () => {
  const browser = withBrowser();

  it('The transcript stays at the end while an answer grows, or where the user has scrolled to', async () => {
    const panel = await browser.open({ before: (host) => (host.state.items = many(0, 40)) });
    await panel.host.add(answer('live', '', true));
    for (let part = 0; part < 20; part += 1) {
      await panel.host.observe({ type: 'text-delta', id: 'live', delta: `Line ${part}.\n\n` });
    }
    await panel.page.getByText('Line 19.').waitFor();
    assert.ok((await fromEnd(panel)) <= 1);

    await panel.page.locator('.scroller').hover();
    await panel.page.mouse.wheel(0, -1500);
    await panel.page.getByRole('button', { name: 'Jump to Latest' }).waitFor();
    const before = await panel.page.locator('.scroller').evaluate((box) => box.scrollTop);
    for (let part = 20; part < 40; part += 1) {
      await panel.host.observe({ type: 'text-delta', id: 'live', delta: `Line ${part}.\n\n` });
    }
    await panel.page.getByText('Line 39.').waitFor({ state: 'attached' });
    assert.equal(await panel.page.locator('.scroller').evaluate((box) => box.scrollTop), before);

    await panel.page.getByRole('button', { name: 'Jump to Latest' }).click();
    await panel.page.getByRole('button', { name: 'Jump to Latest' }).waitFor({ state: 'detached' });
    await panel.host.observe({ type: 'text-delta', id: 'live', delta: 'The last line.' });
    await panel.page.getByText('The last line.').waitFor();
    assert.ok((await fromEnd(panel)) <= 1);
  });

  it('Text is rendered with each frame, and text that is too fast to read a few times a second', async () => {
    const panel = await browser.open({ frozen: true, awaitThread: false });
    const { clock } = panel.page;
    await clock.runFor(100);
    await panel.thread();
    await panel.host.add(answer('live', '', true));
    await clock.runFor(1000);
    let sentCharacters = 0;
    const shownCharacters = async () =>
      (await panel.page.locator('.answer .sections').textContent())?.length ?? 0;
    const shownAfter = async (characters: number, ms: number) => {
      await panel.host.observe({ type: 'text-delta', id: 'live', delta: 'x'.repeat(characters) });
      sentCharacters += characters;
      await panel.messagesProcessed();
      await clock.runFor(ms);
      return shownCharacters();
    };
    for (let part = 0; part < 5; part += 1) assert.equal(await shownAfter(20, 34), sentCharacters);
    const flood: boolean[] = [];
    for (let part = 0; part < 40; part += 1) flood.push((await shownAfter(700, 34)) === sentCharacters);
    const drawn = flood.filter(Boolean).length;
    assert.ok(drawn >= 6 && drawn <= 12, `${drawn} drawings in 1.4 seconds`);
    await clock.runFor(300);
    assert.equal(await shownCharacters(), sentCharacters);
  });

  it('Older items are fetched near the top, and the visible item keeps its place', async () => {
    const panel = await browser.open({
      before: (host) => {
        host.state.items = many(50, 90);
        host.state.earlier = 50;
      },
    });
    await panel.page.locator('.scroller').hover();
    await panel.page.mouse.wheel(0, -100_000);
    const older = await panel.host.request('older');
    assert.equal(older.request.before, 'i50');
    const first = panel.page.getByText('Question 50', { exact: true });
    const top = (await first.boundingBox())?.y ?? 0;
    await panel.host.reply(older.id, { ok: true, items: many(0, 50), earlier: 0 });
    await panel.page.getByText('Question 48', { exact: true }).waitFor({ state: 'attached' });
    assert.ok(Math.abs(((await first.boundingBox())?.y ?? 0) - top) < 40);
    assert.equal(await panel.page.getByText('Question 0', { exact: true }).count(), 1);
  });

  it('A delta in a thread of two thousand items redraws no other item', async () => {
    const panel = await browser.open({ before: (host) => (host.state.items = many(0, 2_000)) });
    await panel.host.add(answer('live', 'Now', true));
    await panel.page.getByText('Now', { exact: true }).waitFor();
    await panel.page.evaluate(() => {
      const page = window as unknown as { touched: Set<string> };
      page.touched = new Set();
      new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          page.touched.add(element?.closest('.item')?.textContent.trim() ?? 'elsewhere');
        }
      }).observe(document.querySelector('.column') ?? document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    await panel.host.observe({ type: 'text-delta', id: 'live', delta: ' and then' });
    await panel.page.getByText('Now and then', { exact: true }).waitFor();
    const touched = await panel.page.evaluate(() => [
      ...(window as unknown as { touched: Set<string> }).touched,
    ]);
    assert.deepEqual(touched, ['Now and then']);
  });

  it('The transcript moves by as much as the user scrolls, however far up', async () => {
    const panel = await browser.open({ before: (host) => (host.state.items = many(0, 600)) });
    const jumps = await panel.page.evaluate(async () => {
      const box = document.querySelector('.scroller') ?? document.body;
      const frame = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
      const found: number[] = [];
      for (let step = 0; step < 80; step += 1) {
        const item = document.elementFromPoint(190, middle)?.closest('.item');
        const before = item?.getBoundingClientRect().top ?? 0;
        box.scrollTop -= 240;
        await frame();
        const jump = (item?.getBoundingClientRect().top ?? 0) - before - 240;
        if (item && Math.abs(jump) > 2) found.push(jump);
      }
      return found;
    });
    assert.deepEqual(jumps, []);
  });

  it('A tool call unfolds to its input and output, without terminal colours', async () => {
    const panel = await browser.open();
    await panel.host.add({
      kind: 'tool',
      id: 'x',
      name: 'bash',
      subject: 'npm test',
      input: '{\n  "command": "npm test"\n}',
      text: '\u001b[32mok\u001b[0m ```',
      state: 'done',
      durationMs: 1_200,
    });
    const line = panel.page.getByRole('button', { name: /Ran npm test/ });
    await line.click();
    await panel.page.getByText('ok ```', { exact: true }).waitFor();
    assert.equal(await line.getAttribute('aria-expanded'), 'true');
    await line.press('Enter');
    await panel.page.getByText('ok ```', { exact: true }).waitFor({ state: 'detached' });
  });

  it('Markup of models, tools and extensions is shown as text', async () => {
    const evil = '<img src=x onerror="window.evil=1"><svg onload="window.evil=1">';
    const panel = await browser.open();
    await panel.host.observe(
      { type: 'session-changed', patch: { title: evil, model: evil } },
      { type: 'item-added', item: answer('a', evil) },
      {
        type: 'item-added',
        item: { kind: 'tool', id: 't', name: evil, subject: evil, input: evil, text: evil, state: 'failed' },
      },
      {
        type: 'item-added',
        item: { kind: 'notice', id: 'n', level: 'error', text: evil, detail: evil, source: evil },
      },
      { type: 'extension-status', key: 'k', text: evil },
      { type: 'extension-widget', key: 'w', widget: { lines: [evil], placement: 'above' } },
      { type: 'dialog-opened', request: { kind: 'select', id: 'd', title: evil, options: [evil] } },
    );
    await panel.page.locator('.card').waitFor();
    assert.equal(await panel.page.locator('img, svg[onload]').count(), 0);
    assert.equal(await panel.page.evaluate(() => 'evil' in window), false);
  });

  it('A notice offers its next step, and details on demand', async () => {
    const panel = await browser.open();
    await panel.host.add({
      kind: 'notice',
      id: 'n',
      level: 'error',
      text: 'The provider answered 401.',
      detail: 'unauthorized',
      next: ['set-key', 'retry'],
    });
    assert.equal(await panel.page.getByText('unauthorized').count(), 0);
    await panel.page.getByRole('button', { name: 'Details' }).click();
    await panel.page.getByText('unauthorized').waitFor();
    await panel.page.getByRole('button', { name: 'Set API Key' }).click();
    assert.equal((await panel.host.request('next-step')).request.step, 'set-key');
    await panel.screenshot('notice');
  });

  it('An empty thread shows that the demo model answers, and how to get a model', async () => {
    const panel = await browser.open({
      before: (host) => {
        host.state.session = { title: '', folder: '/work', commands: [], offline: true };
      },
    });
    await panel.page.getByText('the offline demo model').waitFor();
    await panel.screenshot('empty');
    assert.deepEqual(await panel.axe(), []);
    await panel.page.getByRole('button', { name: 'Choose Model' }).click();
    await panel.host.request('next-step');
    await panel.page.getByRole('button', { name: 'What is in this folder?' }).click();
    assert.equal(await panel.composer.inputValue(), 'What is in this folder?');
    assert.equal(await panel.composer.evaluate((box) => box === document.activeElement), true);
  });
});
