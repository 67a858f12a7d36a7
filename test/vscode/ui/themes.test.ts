import { strict as assert } from 'node:assert';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../driver/accessibility';
import { Chat } from '../driver/chat';
import { panelFrame } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { pickTheme, themeClasses, themeNames, type Theme } from '../driver/themes';
import { useWorkbench } from '../driver/useWorkbench';

/** Drags the border of the secondary side bar until the bar has this width in pixels. */
async function dragSideBarTo(page: Page, width: number): Promise<void> {
  const bar = await page.locator('.part.auxiliarybar').boundingBox();
  assert.ok(bar);
  const sashes = await page.locator('.monaco-sash.vertical').all();
  const boxes = await Promise.all(sashes.map((sash) => sash.boundingBox()));
  const sash = boxes.find((box) => box !== null && Math.abs(box.x + box.width / 2 - bar.x) < 8);
  assert.ok(sash);
  const from = sash.x + sash.width / 2;
  const y = sash.y + sash.height / 3;
  await page.mouse.move(from, y);
  await page.mouse.down();
  await page.mouse.move(from + bar.width - width, y, { steps: 8 });
  await page.mouse.up();
}

describe('The panel', () => {
  const workbench = useWorkbench(standard);

  beforeEach(async () => {
    const chat = new Chat(workbench().page);
    await chat.send('show markdown');
    await chat.answers.filter({ hasText: 'A quotation' }).waitFor();
    await chat.send('add a line "buy milk" to notes.txt');
    await chat.answers.filter({ hasText: 'Added the line to notes.txt' }).waitFor();
    await chat.send('ask me something');
    await chat.card('Which way shall I go?').waitFor();
  });

  it('The panel has no accessibility problem in any kind of theme', async () => {
    for (const theme of Object.keys(themeNames) as Theme[]) {
      await pickTheme(workbench().page, theme);
      const frame = await panelFrame(workbench().page, 'view');
      await frame.locator(`body.${themeClasses[theme]}`).waitFor();
      assert.deepEqual(await accessibilityProblems(frame, '.part.auxiliarybar'), [], theme);
      await screenshot(workbench().page, `theme-${theme}`);
    }
  });

  it('The panel cuts nothing off at a width of 250 px', async () => {
    const { page } = workbench();
    const { width = 0 } = (await page.locator('.part.auxiliarybar').boundingBox()) ?? {};
    await dragSideBarTo(page, 250);
    const frame = await panelFrame(page, 'view');
    await frame.waitForFunction(() => innerWidth <= 260);
    const wider = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wider <= 0, `the page is ${String(wider)} px wider than the panel`);
    await screenshot(page, 'narrow');
    await dragSideBarTo(page, width);
  });
});
