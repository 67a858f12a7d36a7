import { strict as assert } from 'node:assert';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Chat } from '../driver/chat';
import { allAnswers, untilAnswered } from '../driver/answers';
import { dismissQuickInput, quickInput, runCommand } from '../driver/palette';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { startCounting, untilAnswerGrows } from '../driver/runs';
import { standard } from '../driver/standard';
import { untilComposerHas } from '../driver/threads';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

describe('Keys during a run', () => {
  const workbench = useWorkbench(standard);
  const chat = () => new Chat(workbench().page);
  const card = (title: string) => chat().armedCard(title);

  it("Escape in a question's card neither stops nor answers, and Escape in the composer stops the run", async () => {
    const { page } = workbench();
    await startCounting(chat(), 2000);
    await chat().send('/word');
    await card('Which word?').getByRole('textbox').click();
    await page.keyboard.type('half a word');
    await page.keyboard.press('Escape');
    await untilAnswerGrows(chat());
    await card('Which word?').locator('.card-title').click();
    await page.keyboard.press('Escape');
    await untilAnswerGrows(chat());
    assert.equal(await card('Which word?').getByRole('textbox').inputValue(), 'half a word');
    assert.deepEqual(allAnswers(workbench()), []);
    await screenshot(page, 'keys-1-card');
    await chat().composer.click();
    await page.keyboard.press('Escape');
    await chat().settled('Which word?').filter({ hasText: 'stopped' }).waitFor();
    await untilAnswered(workbench(), 'word undefined');
    await chat().idle();
  });

  it('Escape closes a Quick Pick first, then suggestions, and then stops the run', async () => {
    const { page } = workbench();
    await startCounting(chat(), 1999);
    await chat().send('/fruit');
    await card('Which fruit?').waitFor();
    await runCommand(page, 'Enso: Answer Question');
    await quickInput(page).locator('.quick-input-title', { hasText: 'Which fruit?' }).waitFor();
    await dismissQuickInput(page);
    await untilAnswerGrows(chat());
    await card('Which fruit?').waitFor();
    await chat().composer.click();
    await page.keyboard.type('/');
    const commands = chat().frame.getByRole('listbox', { name: 'Commands' });
    await commands.waitFor();
    await page.keyboard.press('Escape');
    await commands.waitFor({ state: 'detached' });
    await untilAnswerGrows(chat());
    await card('Which fruit?').waitFor();
    await page.keyboard.press('Escape');
    await chat().settled('Which fruit?').filter({ hasText: 'stopped' }).waitFor();
    await untilAnswered(workbench(), 'fruit undefined');
    await chat().idle();
    await chat().composer.fill('');
  });

  it('Copying selected text of the transcript or a card stops nothing', async () => {
    const { page } = workbench();
    await chat().send('/word');
    await card('Which word?').waitFor();
    await startCounting(chat(), 2000);
    const places = [
      [chat().bubbles.getByText('count to 2000'), 'count to 2000', 'Control+c'],
      [chat().bubbles.getByText('count to 2000'), 'count to 2000', 'Control+Insert'],
      [card('Which word?').locator('.card-title'), 'Which word?', 'Control+c'],
    ] as const;
    for (const [place, text, key] of places) {
      await place.click({ clickCount: 3 });
      await page.keyboard.press(key);
      await untilAnswerGrows(chat());
      await chat().composer.click();
      await page.keyboard.press('Control+v');
      await until(
        page,
        `“${text}” by ${key}`,
        async () => (await chat().composer.inputValue()).trim() === text,
      );
      await chat().composer.fill('');
    }
    await card('Which word?').waitFor();
    await chat().composer.click();
    await page.keyboard.press('Control+c');
    await untilAnswerGrows(chat());
    await page.keyboard.press('Escape');
    await chat().idle();
    await untilComposerHas(chat(), '');
  });
});

describe('Shift+Enter in the composer', () => {
  const workbench = useWorkbench({
    ...standard,
    settings: { 'enso.sendWith': 'mod-enter' },
  });

  it('Shift+Enter in the composer adds a line although another extension has that key, and Ctrl+Enter sends', async () => {
    const { page } = workbench();
    const ran = () => existsSync(join(workbench().folder, 'ran.txt'));
    await page.getByRole('treeitem', { name: 'notes.txt' }).dblclick();
    const editor = page.locator('.part.editor .monaco-editor').first();
    await editor.click();
    // The other extension handles the key in an editor.
    await until(page, 'the other extension', async () => {
      await page.keyboard.press('Shift+Enter');
      return ran();
    });
    await openView(page);
    const chat = new Chat(page);
    await chat.composer.click();
    rmSync(join(workbench().folder, 'ran.txt'));
    await page.keyboard.type('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.keyboard.type('three');
    await until(page, 'three lines', async () => (await chat.composer.inputValue()) === 'one\ntwo\nthree');
    assert.equal(await chat.bubbles.count(), 0);
    await page.keyboard.press('Control+Enter');
    await chat.bubbles.filter({ hasText: 'three' }).waitFor();
    assert.equal(ran(), false);
    await chat.idle();
  });
});
