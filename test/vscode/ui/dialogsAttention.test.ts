import { strict as assert } from 'node:assert';
import type { Page } from 'playwright-core';
import { askers } from '../driver/askers';
import { Chat } from '../driver/chat';
import { allAnswers, answered } from '../driver/answers';
import { dismissQuickInput, pickRow, quickInput, runCommand } from '../driver/palette';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/wait';

/** Asks when its session starts, and a while after a command, when the view may be hidden. */
const early = `
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
export default function (pi) {
  pi.on('session_start', async (_event, ctx) => {
    const sure = await ctx.ui.confirm('Begin?', 'Asked before all else.');
    appendFileSync(join(ctx.cwd, 'answers.txt'), 'begin ' + JSON.stringify(sure) + '\\n');
  });
  pi.registerCommand('soon', {
    description: 'Asks in a moment',
    handler: (_args, ctx) => {
      setTimeout(async () => {
        const fruit = await ctx.ui.select('Which fruit?', ['Apple', 'Pear']);
        appendFileSync(join(ctx.cwd, 'answers.txt'), 'soon ' + JSON.stringify(fruit) + '\\n');
      }, 4000);
    },
  });
}
`;

/** A driven window shows no toasts; its notifications are where a person finds them later. */
async function showNotices(page: Page): Promise<void> {
  await runCommand(page, 'Notifications: Show Notifications');
  await page.locator('.notifications-center.visible').waitFor();
}

describe('a question that no panel shows', () => {
  const workbench = useWorkbench({ home: { ...askers, '.pi/agent/extensions/early.ts': early } });
  const view = () => new Chat(workbench().page, 'view');
  const heading = () => quickInput(workbench().page).locator('.quick-input-title');
  const notice = () => workbench().page.locator('.notifications-center .notification-list-item');
  const inStatusBar = () => workbench().page.locator('.part.statusbar').getByText('Enso: 1 question');
  const badge = () =>
    workbench().page.locator('.part.auxiliarybar .composite-bar .badge-content', { hasText: '1' });
  const toggleSideBar = () => runCommand(workbench().page, 'View: Toggle Secondary Side Bar Visibility');

  it('is asked while the session starts, and what is typed meanwhile answers nothing', async () => {
    const { page } = workbench();
    await openView(page);
    await view().send('hello');
    await view().card('Begin?').waitFor();
    assert.equal(await view().composer.evaluate((box) => box === document.activeElement), true);
    await page.keyboard.type('yes');
    await page.keyboard.press('Enter');
    await view().queued.filter({ hasText: 'yes' }).first().waitFor();
    await screenshot(page, 'dialog-attention-1-starting');
    assert.deepEqual(allAnswers(workbench()), []);
    const yes = view().card('Begin?').and(view().frame.locator('[data-armed="yes"]'));
    await yes.getByRole('button', { name: 'Yes' }).click();
    await answered(workbench(), 'begin true');
    await view().bubbles.filter({ hasText: 'yes' }).waitFor();
    await view().idle();
  });

  it('opens as a QuickPick by itself, and is held and announced when that is put away', async () => {
    const { page } = workbench();
    await view().send('/soon');
    await view().idle();
    await toggleSideBar();
    await heading().filter({ hasText: 'Which fruit?' }).waitFor();
    await inStatusBar().waitFor();
    await screenshot(page, 'dialog-attention-2-quick-pick');
    await dismissQuickInput(page);
    await showNotices(page);
    await notice().filter({ hasText: 'pi needs your answer' }).waitFor();
    assert.equal(await notice().count(), 1);
    await screenshot(page, 'dialog-attention-3-notification');
    assert.equal(allAnswers(workbench()).at(-1), 'begin true');
  });

  it('is reached from its notification and from the status bar, and from both until it is answered', async () => {
    const { page } = workbench();
    await notice().getByText('Answer', { exact: true }).click();
    await heading().filter({ hasText: 'Which fruit?' }).waitFor();
    await quickInput(page).locator('input:focus').waitFor();
    // Escape takes the list of notifications away first.
    await page.keyboard.press('Escape');
    await page.locator('.notifications-center.visible').waitFor({ state: 'hidden' });
    await dismissQuickInput(page);
    await inStatusBar().click();
    await heading().filter({ hasText: 'Which fruit?' }).waitFor();
    await pickRow(page, 'Pear');
    await answered(workbench(), 'soon "Pear"');
    await inStatusBar().waitFor({ state: 'detached' });
    await showNotices(page);
    assert.equal(await notice().count(), 0);
    await page.keyboard.press('Escape');
  });

  it('is in the panel when that comes back, with a number on its icon, and is quiet there', async () => {
    const { page } = workbench();
    await toggleSideBar();
    await view().settled('Which fruit?').filter({ hasText: 'Pear' }).waitFor();
    await view().send('/soon');
    await view().idle();
    await toggleSideBar();
    await heading().filter({ hasText: 'Which fruit?' }).waitFor();
    await quickInput(page).locator('input:focus').waitFor();
    await dismissQuickInput(page);
    await toggleSideBar();
    await view().card('Which fruit?').waitFor();
    await badge().waitFor();
    await screenshot(page, 'dialog-attention-4-back');
    const card = view().card('Which fruit?').and(view().frame.locator('[data-armed="yes"]'));
    await card.locator('.option', { hasText: 'Apple' }).click();
    await answered(workbench(), 'soon "Apple"');
    await badge().waitFor({ state: 'detached' });
    await inStatusBar().waitFor({ state: 'detached' });
  });
});

describe('a question where they are never to open by themselves', () => {
  const workbench = useWorkbench({ home: askers, settings: { 'enso.dialogs.native': 'never' } });

  it('waits in its notification and its card until it is asked for', async () => {
    const { page } = workbench();
    await openView(page);
    const view = new Chat(page, 'view');
    await view.send('/sure');
    await view.card('Quite sure?').waitFor();
    await runCommand(page, 'View: Toggle Secondary Side Bar Visibility');
    await showNotices(page);
    await page.locator('.notifications-center', { hasText: 'pi needs your answer' }).waitFor();
    await quickInput(page).waitFor({ state: 'hidden' });
    await runCommand(page, 'Enso: Answer Question');
    await quickInput(page).locator('.quick-input-title', { hasText: 'Quite sure?' }).waitFor();
    await pickRow(page, 'No');
    await answered(workbench(), 'sure false');
  });
});

describe('a question where they are always to open by themselves', () => {
  const workbench = useWorkbench({ home: askers, settings: { 'enso.dialogs.native': 'always' } });

  it('opens beside its card, and a key that was on its way answers nothing', async () => {
    const { page } = workbench();
    await openView(page);
    const view = new Chat(page, 'view');
    const heading = quickInput(page).locator('.quick-input-title', { hasText: 'Quite sure?' });
    // In the very moment in which it is drawn: no driver is that fast.
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
    await heading.waitFor();
    await view.card('Quite sure?').waitFor();
    await heading.waitFor();
    assert.deepEqual(allAnswers(workbench()), []);
    // The same key, once it has been there for a moment.
    await until(page, 'the answer', async () => {
      await page.evaluate(() => (window as unknown as { enter(): boolean }).enter());
      return allAnswers(workbench()).at(-1) === 'sure true';
    });
  });
});
