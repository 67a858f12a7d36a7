import { strict as assert } from 'node:assert';
import { askers } from '../driver/askers';
import { Chat } from '../driver/chat';
import { allAnswers, answered } from '../driver/answers';
import { answerInput, dismissQuickInput, pickRow, quickInput, quickRow, runCommand } from '../driver/palette';
import { openToSide, openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/wait';

describe('a question beside its cards', () => {
  const workbench = useWorkbench({ home: askers });
  const view = () => new Chat(workbench().page, 'view');
  const side = () => new Chat(workbench().page, 0);
  const box = () => quickInput(workbench().page).locator('input[type="text"]').first();
  const inStatusBar = (words: string) => workbench().page.locator('.part.statusbar').getByText(words);
  const heading = () => quickInput(workbench().page).locator('.quick-input-title');

  /** Opens the only question by keyboard, and waits until the palette has made room for it. */
  async function showNatively(title: string): Promise<void> {
    await runCommand(workbench().page, 'Enso: Answer Question');
    await heading().filter({ hasText: title }).waitFor();
  }

  async function ask(command: string, title: string): Promise<void> {
    await view().send(`/${command}`);
    await view().armedCard(title).waitFor();
  }

  it('for a word keeps what is typed when its box is closed and opened again', async () => {
    const { page } = workbench();
    await openView(page);
    await openToSide(page);
    await ask('word', 'Which word?');
    await showNatively('Which word?');
    await quickInput(page).locator('input:focus').waitFor();
    await page.keyboard.type('half a word');
    await until(page, 'what is typed', async () => (await box().inputValue()) === 'half a word');
    await dismissQuickInput(page);
    await view().card('Which word?').waitFor();
    await showNatively('Which word?');
    await until(page, 'the text', async () => (await box().inputValue()) === 'half a word');
    await screenshot(page, 'dialog-native-1-input');
    await answerInput(page, 'a whole word');
    await answered(workbench(), 'word "a whole word"');
    await view().idle();
  });

  it('shows each of sixty options in full, whatever is in it, and its answer is the option as it was', async () => {
    const { page } = workbench();
    const answers: [string, string][] = [
      ['(empty)', ''],
      ['two ⏎ lines', 'two\nlines'],
      ['bold', '<b>bold</b> [link](command:enso.stop) `code`'],
      ['icon', '$(trash) icon'],
      ['Same as option 3', 'twice'],
    ];
    await ask('many', 'Which of them?');
    const options = view().card('Which of them?').locator('.option');
    assert.equal(await options.count(), 60);
    await view().card('Which of them?').getByText('w065 end').waitFor();
    await options.nth(5).filter({ hasText: '<b>bold</b> [link](command:enso.stop) `code`' }).waitFor();
    await options.nth(3).filter({ hasText: 'Same as option 3' }).waitFor();
    await screenshot(page, 'dialog-native-2-sixty-card');
    await options.nth(4).click();
    await answered(workbench(), 'many "two\\nlines"');
    await view().idle();
    for (const [label, value] of answers) {
      await ask('many', 'Which of them?');
      await showNatively('Which of them?');
      if (label === '(empty)') await screenshot(page, 'dialog-native-3-sixty-quick-pick');
      assert.equal(await quickInput(page).locator('.monaco-list-row .codicon-trash').count(), 0);
      assert.equal(await quickInput(page).locator('.monaco-list-row a[href]').count(), 0);
      await pickRow(page, label.split(' ⏎ ')[0] ?? label);
      await answered(workbench(), `many ${JSON.stringify(value)}`);
      await view().idle();
    }
  });

  it('that is long is read to its end in the QuickPick, and any of its rows answers with all of it', async () => {
    const { page } = workbench();
    await ask('many', 'Which of them?');
    await showNatively('Which of them?');
    await quickRow(page, 'w065 end').waitFor();
    await pickRow(page, 'w065 end');
    await until(page, 'the whole of it', () =>
      Promise.resolve(/^many "long w000 .* w065 end"$/.test(allAnswers(workbench()).at(-1) ?? '')),
    );
    await view().idle();
  });

  it('whose words are marked has them plain in the QuickPick, and its answer is the option with its marks', async () => {
    const { page } = workbench();
    await ask('marked', 'Which colour?');
    await view().card('Which colour?').locator('.option .style-red', { hasText: 'red' }).waitFor();
    await screenshot(page, 'dialog-native-6-marked');
    await showNatively('Which colour?');
    assert.doesNotMatch(await quickInput(page).innerText(), /\u001b|\[\d+m|001B/);
    await pickRow(page, 'red');
    await answered(workbench(), 'marked "\\u001b[31mred\\u001b[39m"');
    await view().settled('Which colour?').locator('.style-red').waitFor();
    await view().idle();
  });

  it('that is answered in one of two panels closes the other card and the QuickPick, which say so', async () => {
    const { page } = workbench();
    await ask('fruit', 'Which fruit?');
    await side().card('Which fruit?').waitFor();
    await showNatively('Which fruit?');
    await quickRow(page, 'Plum').waitFor();
    await side().armedCard('Which fruit?').locator('.option', { hasText: 'Plum' }).click();
    await quickInput(page).waitFor({ state: 'hidden' });
    await view().settled('Which fruit?').filter({ hasText: 'Plum' }).waitFor();
    const said = inStatusBar('Which fruit? — [Plum](command:enso.stop)');
    await said.filter({ hasText: 'answered in chat' }).waitFor();
    await said.filter({ hasText: '$(trash)' }).waitFor();
    await screenshot(page, 'dialog-native-4-elsewhere');
    await answered(workbench(), 'fruit "[Plum](command:enso.stop) $(trash)"');
    await view().idle();
  });

  it('that is one of two is answered by itself, and the other one after it', async () => {
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
    await answered(workbench(), 'both [false,"two"]');
    await view().idle();
  });

  const ends: [string, string][] = [
    ['timed', 'timed out'],
    ['withdrawn', 'withdrawn'],
  ];
  const kinds: [string, string][] = [
    ['select', 'Pick in time'],
    ['confirm', 'Sure in time?'],
    ['input', 'Word in time'],
  ];
  for (const [command, ending] of ends) {
    for (const [kind, title] of kinds) {
      it(`for ${kind} that is ${ending} closes in every panel and natively at that moment`, async () => {
        const { page } = workbench();
        await ask(`${command} ${kind}`, title);
        await showNatively(title);
        if (command === 'timed') {
          await view()
            .card(title)
            .getByText(/0:0\d left/)
            .waitFor();
          await quickInput(page)
            .getByText(/0:0\d left/)
            .waitFor();
          await screenshot(page, `dialog-native-5-timed-${kind}`);
        }
        await quickInput(page).waitFor({ state: 'hidden' });
        await view().settled(title).filter({ hasText: ending }).last().waitFor();
        await side().settled(title).filter({ hasText: ending }).last().waitFor();
        await inStatusBar(ending).first().waitFor();
        await answered(workbench(), `${command} ${kind === 'confirm' ? 'false' : 'undefined'}`);
        await view().idle();
      });
    }
  }
});
