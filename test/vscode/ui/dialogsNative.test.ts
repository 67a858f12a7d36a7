import { strict as assert } from 'node:assert';
import { allAnswers, untilAnswered } from '../driver/answers';
import { Chat } from '../driver/chat';
import { answerInput, dismissQuickInput, pickRow, quickInput, quickRow, runCommand } from '../driver/palette';
import { openToSide } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { giveSignal } from '../driver/signals';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

describe('A question beside its cards', () => {
  const workbench = useWorkbench(standard);
  const view = () => new Chat(workbench().page, 'view');
  const side = () => new Chat(workbench().page, 0);
  const box = () => quickInput(workbench().page).locator('input[type="text"]').first();
  const inStatusBar = (words: string) => workbench().page.locator('.part.statusbar').getByText(words);
  const heading = () => quickInput(workbench().page).locator('.quick-input-title');

  /** Opens the only question by keyboard, and waits until the question has replaced the palette. */
  async function showNatively(title: string): Promise<void> {
    await runCommand(workbench().page, 'Enso: Answer Question');
    await heading().filter({ hasText: title }).waitFor();
  }

  async function ask(command: string, title: string): Promise<void> {
    await view().send(`/${command}`);
    await view().armedCard(title).waitFor();
  }

  it('A question keeps the text of its input box when the box is closed and opened again', async () => {
    const { page } = workbench();
    await ask('word', 'Which word?');
    await showNatively('Which word?');
    await quickInput(page).locator('input:focus').waitFor();
    await page.keyboard.type('half a word');
    await until(page, 'the text', async () => (await box().inputValue()) === 'half a word');
    await dismissQuickInput(page);
    await view().card('Which word?').waitFor();
    await showNatively('Which word?');
    await until(page, 'the text', async () => (await box().inputValue()) === 'half a word');
    await screenshot(page, 'dialog-native-1-input');
    await answerInput(page, 'a whole word, ensō');
    await untilAnswered(workbench(), 'word "a whole word, ensō"');
    await view().settled('Which word?').filter({ hasText: 'ensō' }).waitFor();
    await view().idle();
  });

  it('Sixty options are shown in full as text, and the answer is the option as the extension gave it', async () => {
    const { page } = workbench();
    await ask('many', 'Which of them?');
    const options = view().card('Which of them?').locator('.option');
    assert.equal(await options.count(), 60);
    await view().card('Which of them?').getByText('w065 end').waitFor();
    await options.nth(5).filter({ hasText: '<b>bold</b> [link](command:enso.stop) `code`' }).waitFor();
    await options.nth(3).filter({ hasText: 'Same as option 3' }).waitFor();
    await screenshot(page, 'dialog-native-2-sixty-card');
    await options.nth(4).click();
    await untilAnswered(workbench(), 'many "two\\nlines"');
    await view().idle();
    for (const [label, value] of [
      ['(empty)', ''],
      ['Same as option 3', 'twice'],
      ['icon', '$(trash) icon'],
    ] as const) {
      await ask('many', 'Which of them?');
      await showNatively('Which of them?');
      if (label === '(empty)') {
        await screenshot(page, 'dialog-native-3-sixty-quick-pick');
        await quickRow(page, 'two').waitFor();
        await quickRow(page, 'bold').waitFor();
      }
      assert.equal(await quickInput(page).locator('.monaco-list-row .codicon-trash').count(), 0);
      assert.equal(await quickInput(page).locator('.monaco-list-row a[href]').count(), 0);
      await pickRow(page, label);
      await untilAnswered(workbench(), `many ${JSON.stringify(value)}`);
      await view().idle();
    }
  });

  it('The Quick Pick shows a long option in full, and any row of the option answers with all of it', async () => {
    const { page } = workbench();
    await ask('many', 'Which of them?');
    await showNatively('Which of them?');
    await quickRow(page, 'w065 end').waitFor();
    await pickRow(page, 'w065 end');
    await until(page, 'the whole option', () =>
      /^many "long w000 .* w065 end"$/.test(allAnswers(workbench()).at(-1) ?? ''),
    );
    await view().idle();
  });

  it('The Quick Pick shows styled text as plain text, and the answer is the option with its style', async () => {
    const { page } = workbench();
    await ask('marked', 'Which colour?');
    await view().card('Which colour?').locator('.option .style-red', { hasText: 'red' }).waitFor();
    await screenshot(page, 'dialog-native-6-marked');
    await showNatively('Which colour?');
    assert.doesNotMatch(await quickInput(page).innerText(), /\u001b|\[\d+m|001B/);
    await pickRow(page, 'red');
    await untilAnswered(workbench(), 'marked "\\u001b[31mred\\u001b[39m"');
    await view().settled('Which colour?').locator('.style-red').waitFor();
    await view().idle();
  });

  it('An answer in one of two panels closes the other card and the Quick Pick, and the status bar shows the answer', async () => {
    const { page } = workbench();
    await openToSide(page);
    await side().composer.waitFor();
    await ask('fruit', 'Which fruit?');
    await side().card('Which fruit?').waitFor();
    await screenshot(page, 'question-1-cards');
    await showNatively('Which fruit?');
    await quickRow(page, 'Plum').waitFor();
    await page.keyboard.press('Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    assert.equal(await side().card('Which fruit?').count(), 1);
    await showNatively('Which fruit?');
    await side().armedCard('Which fruit?').locator('.option', { hasText: 'Plum' }).click();
    await quickInput(page).waitFor({ state: 'hidden' });
    await view().settled('Which fruit?').filter({ hasText: 'Plum' }).waitFor();
    const status = inStatusBar('Which fruit? — [Plum](command:enso.stop)');
    await status.filter({ hasText: 'answered in chat' }).waitFor();
    await status.filter({ hasText: '$(trash)' }).waitFor();
    await screenshot(page, 'dialog-native-4-elsewhere');
    await untilAnswered(workbench(), 'fruit "[Plum](command:enso.stop) $(trash)"');
    await view().idle();
  });

  it('An answer in the Quick Pick closes both cards, which show where the question was answered', async () => {
    const { page } = workbench();
    await openToSide(page);
    await side().composer.waitFor();
    await ask('fruit', 'Which fruit?');
    await side().card('Which fruit?').waitFor();
    await showNatively('Which fruit?');
    await screenshot(page, 'question-2-quick-pick');
    await pickRow(page, 'Pear');
    await view().settled('Which fruit?').filter({ hasText: 'Pear' }).waitFor();
    await side().settled('Which fruit?').filter({ hasText: 'Quick Pick' }).waitFor();
    await untilAnswered(workbench(), 'fruit "Pear"');
    assert.equal(await view().card('Which fruit?').count(), 0);
    await view().idle();
    await screenshot(page, 'question-3-answered');
  });

  it('The user picks one of two open questions from a list, and answers the other one after it', async () => {
    const { page } = workbench();
    await ask('both', 'First?');
    await view().card('Second?').waitFor();
    await showNatively('Answer Question');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading().filter({ hasText: 'Second?' }).waitFor();
    await answerInput(page, 'two');
    await view().settled('Second?').filter({ hasText: 'two' }).waitFor();
    await view().card('First?').waitFor();
    await showNatively('First?');
    await pickRow(page, 'No');
    await untilAnswered(workbench(), 'both [false,"two"]');
    await view().idle();
  });

  it('A question of any kind that the extension withdraws closes in every panel and natively', async () => {
    const { page } = workbench();
    await openToSide(page);
    await side().composer.waitFor();
    for (const [kind, title, answer] of [
      ['select', 'Pick in time', 'undefined'],
      ['confirm', 'Sure in time?', 'false'],
      ['input', 'Word in time', 'undefined'],
    ] as const) {
      await ask(`withdrawn ${kind}`, title);
      await showNatively(title);
      giveSignal(workbench(), 'withdraw');
      await quickInput(page).waitFor({ state: 'hidden' });
      for (const chat of [view(), side()])
        await chat.settled(title).filter({ hasText: 'withdrawn' }).waitFor();
      await inStatusBar('withdrawn').first().waitFor();
      await untilAnswered(workbench(), `withdrawn ${answer}`);
      await view().idle();
    }
  });
});
