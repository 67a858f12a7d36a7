import { Chat } from '../driver/chat';
import { quickInput, runCommand } from '../driver/palette';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/wait';

describe('several questions in QuickPicks', () => {
  const workbench = useWorkbench();

  it('go on after Escape at the first that has no answer', async () => {
    const { page } = workbench();
    const view = new Chat(page, 'view');
    const title = quickInput(page).locator('.quick-input-title');
    const focused = quickInput(page).locator('.monaco-list-row.focused');
    await openView(page);
    await view.send('ask me several things');
    await view.card('A few things before I begin').waitFor();
    await runCommand(page, 'Enso: Answer Question');
    await title.filter({ hasText: '1/3' }).waitFor();
    // What has just appeared takes no click for a moment, and a person clicks again.
    const right = quickInput(page).locator('.monaco-list-row', { hasText: 'Right' });
    await until(page, 'the second step', async () => {
      if ((await right.count()) > 0) await right.click({ timeout: 1000 }).catch(() => undefined);
      return (await title.filter({ hasText: '2/3' }).count()) > 0;
    });
    await title.filter({ hasText: '2/3' }).waitFor();
    await screenshot(page, 'dialog-several-1-many');
    await page.keyboard.press('Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    await runCommand(page, 'Enso: Answer Question');
    await title.filter({ hasText: '2/3' }).waitFor();
    await quickInput(page).locator('input:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await focused.waitFor();
    await page.keyboard.press('Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    await view.card('A few things before I begin').waitFor();
    await view.button('Stop').click();
    await view.settled('A few things before I begin').filter({ hasText: 'stopped' }).waitFor();
    await view.idle();
  });
});
