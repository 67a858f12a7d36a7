import { strict as assert } from 'node:assert';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allAnswers, untilAnswered } from '../driver/answers';
import { Chat } from '../driver/chat';
import { notices, questionInStatusBar, showNotices } from '../driver/notices';
import { dismissQuickInput, pickRow, quickInput, runCommand } from '../driver/palette';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { giveSignal } from '../driver/signals';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';
import type { Workbench } from '../driver/workbench';

const heading = ({ page }: Workbench, title: string) =>
  quickInput(page).locator('.quick-input-title', { hasText: title });

/** Opens a question with a click on the status bar. */
async function openFromStatusBar(workbench: Workbench, title: string): Promise<void> {
  await questionInStatusBar(workbench.page).click();
  await heading(workbench, title).waitFor();
}

describe('A question that no panel shows', () => {
  const workbench = useWorkbench(standard);
  const view = () => new Chat(workbench().page, 'view');
  const badge = () =>
    workbench().page.locator('.part.auxiliarybar .composite-bar .badge-content', { hasText: '1' });

  /** Asks while the side bar is hidden. */
  async function askHidden(): Promise<void> {
    await view().send('/soon');
    await view().bubbles.filter({ hasText: '/soon' }).waitFor();
    await view().idle();
    await workbench().hideChat();
    giveSignal(workbench(), 'soon');
    await heading(workbench(), 'Which fruit?').waitFor();
    await quickInput(workbench().page).locator('input:focus').waitFor();
  }

  it('A question may be asked while the session starts, and text that is sent meanwhile answers nothing', async () => {
    const { page, folder } = workbench();
    const begin = join(folder, 'ask-at-start');
    writeFileSync(begin, '');
    try {
      await view().send('hello');
      await view().card('Begin?').waitFor();
      assert.equal(await view().composer.evaluate((box) => box === document.activeElement), true);
      await page.keyboard.type('yes');
      await page.keyboard.press('Enter');
      await view().queued.filter({ hasText: 'yes' }).waitFor();
      await screenshot(page, 'dialog-attention-1-starting');
      assert.deepEqual(allAnswers(workbench()), []);
      await view().armedCard('Begin?').getByRole('button', { name: 'Yes' }).click();
      await untilAnswered(workbench(), 'begin true');
      await view().bubbles.filter({ hasText: 'yes' }).waitFor();
      await view().idle();
    } finally {
      rmSync(begin);
    }
  });

  it('A question that no panel shows opens as a Quick Pick, and its notification and the status bar lead to it until it is answered', async () => {
    const { page } = workbench();
    await askHidden();
    await questionInStatusBar(page).waitFor();
    await screenshot(page, 'dialog-attention-2-quick-pick');
    await dismissQuickInput(page);
    await showNotices(page);
    await notices(page).filter({ hasText: 'pi needs your answer' }).waitFor();
    assert.equal(await notices(page).count(), 1);
    await screenshot(page, 'dialog-attention-3-notification');
    assert.deepEqual(allAnswers(workbench()), []);
    await notices(page).getByText('Answer', { exact: true }).click();
    await heading(workbench(), 'Which fruit?').waitFor();
    await quickInput(page).locator('input:focus').waitFor();
    // Escape closes the list of notifications first.
    await page.keyboard.press('Escape');
    await page.locator('.notifications-center.visible').waitFor({ state: 'hidden' });
    await dismissQuickInput(page);
    await openFromStatusBar(workbench(), 'Which fruit?');
    await pickRow(page, 'Pear');
    await untilAnswered(workbench(), 'soon "Pear"');
    await questionInStatusBar(page).waitFor({ state: 'detached' });
    await showNotices(page);
    assert.equal(await notices(page).count(), 0);
  });

  it('A question that no panel showed is in the panel when the panel is shown again, with a badge on the view', async () => {
    const { page } = workbench();
    await askHidden();
    await dismissQuickInput(page);
    await openView(page);
    await view().card('Which fruit?').waitFor();
    await badge().waitFor();
    await screenshot(page, 'dialog-attention-4-back');
    await view().armedCard('Which fruit?').locator('.option', { hasText: 'Apple' }).click();
    await untilAnswered(workbench(), 'soon "Apple"');
    await badge().waitFor({ state: 'detached' });
    await questionInStatusBar(page).waitFor({ state: 'detached' });
  });
});

describe('A question with enso.dialogs.native set to never', () => {
  const workbench = useWorkbench({ ...standard, settings: { 'enso.dialogs.native': 'never' } });

  it('A question waits in its notification and its card until a command opens it if enso.dialogs.native is never', async () => {
    const { page } = workbench();
    const view = new Chat(page, 'view');
    await view.send('/sure');
    await view.card('Quite sure?').waitFor();
    await workbench().hideChat();
    await showNotices(page);
    await page.locator('.notifications-center', { hasText: 'pi needs your answer' }).waitFor();
    await quickInput(page).waitFor({ state: 'hidden' });
    await runCommand(page, 'Enso: Answer Question');
    await heading(workbench(), 'Quite sure?').waitFor();
    await pickRow(page, 'No');
    await untilAnswered(workbench(), 'sure false');
  });
});

describe('A question with enso.dialogs.native set to always', () => {
  const workbench = useWorkbench({ ...standard, settings: { 'enso.dialogs.native': 'always' } });

  it('A question opens beside its card if enso.dialogs.native is always, and a key that was pressed before answers nothing', async () => {
    const { page } = workbench();
    const view = new Chat(page, 'view');
    // Presses Enter at the moment when the box is rendered, because the driver is too slow for that.
    await page.evaluate(() => {
      const enter = (): boolean => {
        const title = document.querySelector('.quick-input-widget .quick-input-title')?.textContent;
        const box = document.querySelector('.quick-input-widget input[type="text"]');
        if (box === null || title?.includes('Quite sure?') !== true) return false;
        const key = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
        box.dispatchEvent(new KeyboardEvent('keydown', key));
        return true;
      };
      Object.assign(window, { enter });
      const drawn = new MutationObserver(() => {
        if (enter()) drawn.disconnect();
      });
      drawn.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await view.send('/sure');
    await heading(workbench(), 'Quite sure?').waitFor();
    await view.card('Quite sure?').waitFor();
    await heading(workbench(), 'Quite sure?').waitFor();
    assert.deepEqual(allAnswers(workbench()), []);
    // The same key answers nothing later, either: no row is chosen.
    await page.evaluate(() => (window as unknown as { enter(): boolean }).enter());
    await pickRow(page, 'Yes');
    await untilAnswered(workbench(), 'sure true');
    assert.deepEqual(allAnswers(workbench()), ['sure true']);
  });

  it('A question with a timeout shows the remaining time in its card and natively, and closes in both when the time is over', async () => {
    const { page } = workbench();
    const view = new Chat(page, 'view');
    await view.send('/timed input');
    await heading(workbench(), 'Word in time').waitFor();
    await view
      .card('Word in time')
      .getByText(/0:0\d left/)
      .waitFor();
    await quickInput(page)
      .getByText(/0:0\d left/)
      .waitFor();
    await screenshot(page, 'dialog-native-5-timed');
    await quickInput(page).waitFor({ state: 'hidden' });
    await view.settled('Word in time').filter({ hasText: 'timed out' }).waitFor();
    await page.locator('.part.statusbar').getByText('timed out').waitFor();
    await untilAnswered(workbench(), 'timed undefined');
    await view.idle();
  });
});
