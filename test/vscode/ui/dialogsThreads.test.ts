import { strict as assert } from 'node:assert';
import { untilAnswered } from '../driver/answers';
import { Chat } from '../driver/chat';
import { questionInStatusBar } from '../driver/notices';
import { dismissQuickInput, pickRow, quickInput, quickRow, runCommand } from '../driver/palette';
import { openToSide } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { newThread, showThread } from '../driver/threads';
import { useWorkbench } from '../driver/useWorkbench';

describe('A question of a thread', () => {
  const workbench = useWorkbench(standard);
  const view = () => new Chat(workbench().page, 'view');
  const side = () => new Chat(workbench().page, 0);

  it('A question marks its thread in the history while the panel shows another thread, and is open when its thread is shown again', async () => {
    const { page } = workbench();
    // pi saves a thread after its first answer.
    await view().send('hello from the waiting thread');
    await view().answers.first().waitFor();
    await view().idle();
    await view().send('/fruit');
    await view().card('Which fruit?').waitFor();
    await newThread(view());
    await questionInStatusBar(page).waitFor();
    if (await quickInput(page).isVisible()) await dismissQuickInput(page);
    await runCommand(page, 'Enso: Show Thread History');
    const row = quickRow(page, 'hello from the waiting thread');
    await row.filter({ hasText: 'Needs your answer' }).waitFor();
    await screenshot(page, 'dialog-threads-1-list');
    await pickRow(page, 'hello from the waiting thread');
    await view().armedCard('Which fruit?').locator('.option', { hasText: 'Pear' }).click();
    await untilAnswered(workbench(), 'fruit "Pear"');
    await questionInStatusBar(page).waitFor({ state: 'detached' });
    await view().idle();
    await runCommand(page, 'Enso: Show Thread History');
    await row.waitFor();
    assert.equal(await row.filter({ hasText: 'Needs your answer' }).count(), 0);
  });

  it('A question stays open when all panels of its thread are closed, and is open in the next panel', async () => {
    const { page } = workbench();
    await openToSide(page);
    await newThread(side());
    await side().send('hello from the closed editor');
    await side().answers.first().waitFor();
    await side().idle();
    await side().send('/word');
    await side().card('Which word?').waitFor();
    await runCommand(page, 'View: Close Editor');
    await page.locator('.part.editor .tab').waitFor({ state: 'detached' });
    await questionInStatusBar(page).waitFor();
    if (await quickInput(page).isVisible()) await dismissQuickInput(page);
    await showThread(view(), 'hello from the closed editor');
    await view().armedCard('Which word?').getByRole('textbox').click();
    await page.keyboard.type('ensō');
    await page.keyboard.press('Enter');
    await untilAnswered(workbench(), 'word "ensō"');
    await questionInStatusBar(page).waitFor({ state: 'detached' });
  });
});
