import { strict as assert } from 'node:assert';
import { askers } from '../driver/askers';
import { Chat } from '../driver/chat';
import { answered } from '../driver/answers';
import { dismissQuickInput, pickRow, quickInput, quickRow, runCommand } from '../driver/palette';
import { openToSide, openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/wait';

describe('a question of a thread', () => {
  const workbench = useWorkbench({ home: askers });
  const view = () => new Chat(workbench().page, 'view');
  const side = () => new Chat(workbench().page, 0);
  const inStatusBar = () => workbench().page.locator('.part.statusbar').getByText('Enso: 1 question');
  const armed = (chat: Chat, title: string) => chat.card(title).and(chat.frame.locator('[data-armed="yes"]'));
  const empty = (chat: Chat) =>
    until(workbench().page, 'an empty thread', async () => (await chat.bubbles.count()) === 0);

  it('whose place another thread has taken stands in the list as waiting, and is there when the thread is shown', async () => {
    const { page } = workbench();
    await openView(page);
    // pi keeps a thread from its first answer on.
    await view().send('hello');
    await view().answers.first().waitFor();
    await view().idle();
    await view().send('/fruit');
    await view().card('Which fruit?').waitFor();
    await view().composer.click();
    await runCommand(page, 'Enso: New Thread');
    await empty(view());
    await inStatusBar().waitFor();
    await runCommand(page, 'Enso: Show Thread History');
    const row = quickRow(page, 'hello');
    await row.filter({ hasText: 'Needs your answer' }).waitFor();
    await screenshot(page, 'dialog-threads-1-list');
    await pickRow(page, 'hello');
    await armed(view(), 'Which fruit?').locator('.option', { hasText: 'Pear' }).click();
    await answered(workbench(), 'fruit "Pear"');
    await inStatusBar().waitFor({ state: 'detached' });
    await view().idle();
    await runCommand(page, 'Enso: Show Thread History');
    await row.waitFor();
    assert.equal(await row.filter({ hasText: 'Needs your answer' }).count(), 0);
    await page.keyboard.press('Escape');
  });

  it('whose panels are all closed is held, and is there in the next panel', async () => {
    const { page } = workbench();
    await openToSide(page);
    await side().composer.click();
    await runCommand(page, 'Enso: New Thread');
    await empty(side());
    await side().send('hello again');
    await side().answers.first().waitFor();
    await side().idle();
    await side().send('/word');
    await side().card('Which word?').waitFor();
    await runCommand(page, 'View: Close Editor');
    await page.locator('.part.editor .tab').waitFor({ state: 'detached' });
    await inStatusBar().waitFor();
    if (await quickInput(page).isVisible()) await dismissQuickInput(page);
    await runCommand(page, 'Enso: Show Thread History');
    await pickRow(page, 'hello again');
    const card = armed(view(), 'Which word?');
    await card.getByRole('textbox').click();
    await page.keyboard.type('ensō');
    await page.keyboard.press('Enter');
    await answered(workbench(), 'word "ensō"');
    await inStatusBar().waitFor({ state: 'detached' });
  });
});
