import { Chat } from '../driver/chat';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';

describe('several questions of the model', () => {
  const workbench = useWorkbench();
  const view = () => new Chat(workbench().page, 'view');

  it('are one card, answered by keyboard: one option, several and other words, free text', async () => {
    const { page } = workbench();
    await openView(page);
    await view().send('ask me several things');
    const card = view().card('A few things before I begin');
    await card.and(view().frame.locator('[data-armed="yes"]')).waitFor();
    await card.getByRole('radio', { name: 'Right' }).focus();
    await page.keyboard.press('Space');
    for (const name of ['Bread', 'Apples']) {
      await card.getByRole('checkbox', { name }).focus();
      await page.keyboard.press('Space');
    }
    await card.getByLabel('Other answer: What shall I bring?').focus();
    await page.keyboard.type('tea');
    await card.getByLabel('Other answer: When shall I be back?').focus();
    await page.keyboard.type('at noon');
    await screenshot(page, 'several-1-filled');
    await page.keyboard.press('Enter');
    await view().settled('A few things before I begin').filter({ hasText: 'at noon' }).waitFor();
    const answer = view().answers.filter({ hasText: 'The user answered:' });
    for (const line of [/go\? Right/, /bring\? Bread; Apples; tea/, /back\? at noon/]) {
      await answer.filter({ hasText: line }).waitFor();
    }
    await view().idle();
    await screenshot(page, 'several-2-answered');
  });
});
