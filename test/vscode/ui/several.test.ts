import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { ownModel } from '../driver/ownModel';
import { pickRow, quickInput, runCommand } from '../driver/palette';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

describe('Several questions of the model', () => {
  const workbench = useWorkbench(standard);
  const view = () => new Chat(workbench().page, 'view');

  it('Several questions of the model are one card, and keys choose one option, several options, and enter text', async () => {
    const { page } = workbench();
    await view().send('ask me several things');
    const card = view().armedCard('A few things before I begin');
    await card.waitFor();
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

  it('Quick Picks for several questions that Escape has closed continue at the first question without an answer', async () => {
    const { page } = workbench();
    const title = quickInput(page).locator('.quick-input-title');
    const focused = quickInput(page).locator('.monaco-list-row.focused');
    await view().send('ask me several things');
    await view().card('A few things before I begin').waitFor();
    await runCommand(page, 'Enso: Answer Question');
    await title.filter({ hasText: '1/3' }).waitFor();
    // A new Quick Pick ignores clicks for a moment, and a user clicks again.
    const right = quickInput(page).locator('.monaco-list-row', { hasText: 'Right' });
    await until(page, 'the second step', async () => {
      if ((await right.count()) > 0) await right.click({ timeout: 1000 }).catch(() => undefined);
      return (await title.filter({ hasText: '2/3' }).count()) > 0;
    });
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
    await view().card('A few things before I begin').waitFor();
    await view().button('Stop').click();
    await view().settled('A few things before I begin').filter({ hasText: 'stopped' }).waitFor();
    await view().idle();
  });
});

describe('A question of a hostile model', () => {
  const workbench = useWorkbench(ownModel);
  const view = () => new Chat(workbench().page, 'view');

  it('A question is text in the input box too: it has no link, which could run a command, and no icon', async () => {
    const { page } = workbench();
    const question = 'Why [click](command:workbench.action.files.newUntitledFile) $(shield)?';
    const asked = { question: 'Two things', questions: [{ question, options: ['a'], other: true }] };
    await view().composer.fill(`call ask_user ${JSON.stringify(asked)}; then say thanks`);
    await view().composer.press('Enter');
    await view().card('Two things').waitFor();
    await runCommand(page, 'Enso: Answer Question');
    const prompt = quickInput(page).locator('.quick-input-message', { hasText: 'click' });
    await pickRow(page, 'Other…', prompt);
    await prompt
      .filter({ hasText: 'Why [click] (command:workbench.action.files.newUntitledFile) $(shield)?' })
      .waitFor();
    assert.equal(await prompt.locator('a, .codicon').count(), 0);
    await screenshot(page, 'several-3-hostile');
    await page.keyboard.press('Escape');
    await view().button('Stop').click();
    await view().idle();
  });
});
