import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { untilComposerHas } from '../driver/threads';
import { useWorkbench } from '../driver/useWorkbench';

describe('Suggestions of a pi extension', () => {
  const workbench = useWorkbench(standard);
  const chat = () => new Chat(workbench().page);
  const marked = (label: string) =>
    chat().frame.locator('.suggestion-row.marked', {
      has: workbench().page.getByText(label, { exact: true }),
    });

  it('Suggestions of an extension move with the arrows, close with Escape without a stop, and are inserted with Enter at the caret', async () => {
    const { page } = workbench();
    await chat().send('hello');
    await chat().answers.first().waitFor();
    await chat().idle();
    await chat().composer.click();
    await page.keyboard.type('#7');
    await marked('#7').waitFor();
    await page.keyboard.press('Escape');
    await chat().frame.locator('.suggestion-list').waitFor({ state: 'detached' });
    await untilComposerHas(chat(), '#7');
    await chat().composer.fill('');
    await page.keyboard.type('look at #1');
    await marked('#12').waitFor();
    await screenshot(page, 'completions-1-issues');
    await page.keyboard.press('ArrowDown');
    await marked('#123').waitFor();
    await page.keyboard.press('Enter');
    await untilComposerHas(chat(), 'look at #123');
    await page.keyboard.type(' now');
    await untilComposerHas(chat(), 'look at #123 now');
    assert.equal(await chat().bubbles.count(), 1);
  });

  it("Suggestions for a command's argument follow its name, and Enter runs the full text", async () => {
    const { page } = workbench();
    await chat().send('hello');
    await chat().answers.first().waitFor();
    await chat().idle();
    await chat().composer.click();
    await page.keyboard.type('/deplo');
    await marked('/deploy').waitFor();
    await page.keyboard.press('Enter');
    await marked('dev').waitFor();
    await page.keyboard.press('ArrowDown');
    await marked('prod').waitFor();
    await screenshot(page, 'completions-2-arguments');
    await page.keyboard.press('Enter');
    await untilComposerHas(chat(), '/deploy prod');
    await page.keyboard.press('Enter');
    await chat().frame.getByText('Deployed to prod').first().waitFor();
  });
});
