import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { openToSide } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { startCounting, untilAnswerGrows } from '../driver/runs';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';

describe('The find box over a panel in an editor', () => {
  const workbench = useWorkbench(standard);
  const chat = () => new Chat(workbench().page, 0);
  const find = () => workbench().page.locator('.simple-find-part.visible, .simple-find-part-wrapper.visible');

  it('The find box finds text of the transcript, and takes Escape before the run does', async () => {
    const { page } = workbench();
    await openToSide(page);
    await chat().send('read notes.txt');
    await chat().answers.filter({ hasText: 'say goodbye, too' }).waitFor();
    await chat().idle();
    await startCounting(chat(), 2000);
    await chat().composer.click();
    await page.keyboard.press('Control+f');
    await find().locator('input:focus').waitFor();
    await page.keyboard.type('goodbye');
    await screenshot(page, 'find-1-open');
    await page.keyboard.press('Escape');
    await find().waitFor({ state: 'detached' });
    await untilAnswerGrows(chat());
    await chat().composer.click();
    await page.keyboard.press('Control+f');
    await find().locator('input:focus').waitFor();
    await chat().composer.click();
    await page.keyboard.press('Escape');
    await find().waitFor({ state: 'detached' });
    await untilAnswerGrows(chat());
    await chat().composer.click();
    await page.keyboard.press('Escape');
    await chat().idle();
    assert.equal(await chat().composer.inputValue(), '');
  });
});
