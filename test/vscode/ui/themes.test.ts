import { strict as assert } from 'node:assert';
import { accessibilityProblems } from '../driver/accessibility';
import { Chat } from '../driver/chat';
import { openView, panelFrame } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { themeClasses, themeNames, type Theme } from '../driver/themes';
import { useWorkbench } from '../driver/use';

describe('the panel', () => {
  const workbench = useWorkbench({ theme: 'dark' });

  before(async () => {
    await openView(workbench().page);
    const chat = new Chat(workbench().page);
    await chat.send('show markdown');
    await chat.answers.filter({ hasText: 'A quotation' }).waitFor();
    await chat.send('add a line "buy milk" to notes.txt');
    await chat.answers.filter({ hasText: 'The line is in notes.txt' }).waitFor();
    await chat.send('ask me something');
    await chat.card('Which way shall I go?').waitFor();
  });

  for (const theme of Object.keys(themeNames) as Theme[]) {
    it(`can be read and reached by everyone in the theme "${themeNames[theme]}"`, async () => {
      workbench().change({ 'workbench.colorTheme': themeNames[theme] });
      const frame = await panelFrame(workbench().page, 'view');
      await frame.locator(`body.${themeClasses[theme]}`).waitFor();
      assert.deepEqual(await accessibilityProblems(frame), []);
      await screenshot(workbench().page, `theme-${theme}`);
    });
  }

  it('cuts nothing at a width of 250 pixels', async () => {
    const { page } = workbench();
    const bar = page.locator('.part.auxiliarybar');
    const box = await bar.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 250, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    const frame = await panelFrame(page, 'view');
    await frame.waitForFunction(() => innerWidth <= 260);
    const wider = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wider <= 0, `the page is ${String(wider)} px wider than the panel`);
    await screenshot(page, 'narrow');
  });
});
