import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { openToSide } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { newThread, showThread } from '../driver/threads';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

describe('Two panels of one thread', () => {
  const workbench = useWorkbench(standard);
  const view = () => new Chat(workbench().page, 'view');
  const side = () => new Chat(workbench().page, 0);

  it('Two panels of one thread show the same conversation while it runs, and have a composer each', async () => {
    const { page } = workbench();
    await openToSide(page);
    await side().send('count to 120');
    await view().answers.filter({ hasText: '20' }).waitFor();
    await side().answers.filter({ hasText: '20' }).waitFor();
    await screenshot(page, 'panels-1-running');
    await view().idle();
    await side().idle();
    await until(page, 'the same text in both', async () => {
      const [left, right] = [await view().answers.allTextContents(), await side().answers.allTextContents()];
      return left.length > 0 && left.join('\n') === right.join('\n');
    });
    assert.deepEqual(await view().bubbles.allInnerTexts(), await side().bubbles.allInnerTexts());
    await view().composer.click();
    await page.keyboard.type('for the view');
    await side().composer.click();
    await page.keyboard.type('for the side');
    assert.equal(await view().composer.inputValue(), 'for the view');
    assert.equal(await side().composer.inputValue(), 'for the side');
    await screenshot(page, 'panels-2-same');
  });

  it('Two panels show prompts that are sent in quick succession once each and in order, even with equal texts', async () => {
    const { page } = workbench();
    await openToSide(page);
    await side().composer.waitFor();
    await view().composer.click();
    const texts = ['count to 3', 'count to 3', 'count to 4'];
    for (const text of texts) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await side().answers.filter({ hasText: '1 2 3 4' }).waitFor();
    await until(page, 'all messages in both', async () => {
      const [left, right] = [await view().bubbles.allInnerTexts(), await side().bubbles.allInnerTexts()];
      return left.length === texts.length && left.join() === right.join();
    });
    await view().idle();
    assert.deepEqual(await view().bubbles.allInnerTexts(), texts);
  });

  it('A prompt runs in the thread that it was sent in, whichever thread its panel shows next', async () => {
    const { page } = workbench();
    await openToSide(page);
    await side().send('count to 12');
    await view().answers.filter({ hasText: '11 12' }).waitFor();
    await view().idle();
    await newThread(view());
    await view().composer.click();
    await page.keyboard.type('count to 61');
    await page.keyboard.press('Enter');
    await showThread(view(), 'count to 12');
    await until(page, 'the shared thread', async () => {
      return (await view().bubbles.allInnerTexts()).join() === 'count to 12';
    });
    await view().idle();
    await showThread(view(), 'count to 61');
    await view().answers.filter({ hasText: '59 60 61' }).waitFor();
    await view().idle();
    assert.deepEqual(await view().bubbles.allInnerTexts(), ['count to 61']);
    assert.deepEqual(await side().bubbles.allInnerTexts(), ['count to 12']);
  });
});
