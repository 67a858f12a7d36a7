import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { openToSide, openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/use';
import { until } from '../driver/wait';

describe('two panels on one thread', () => {
  const workbench = useWorkbench();
  const view = () => new Chat(workbench().page, 'view');
  const side = () => new Chat(workbench().page, 0);

  it('show the same conversation while it runs', async () => {
    const { page } = workbench();
    await openView(page);
    await openToSide(page);
    await view().composer.waitFor();
    await side().send('count to 300');
    await view().answers.filter({ hasText: '20' }).waitFor();
    await side().answers.filter({ hasText: '20' }).waitFor();
    await screenshot(page, 'panels-1-running');
    await view().idle();
    await side().idle();
    await until(page, 'the same words in both', async () => {
      const [left, right] = [await view().answers.allTextContents(), await side().answers.allTextContents()];
      return left.length > 0 && left.join('\n') === right.join('\n');
    });
    assert.deepEqual(await view().bubbles.allInnerTexts(), await side().bubbles.allInnerTexts());
    await screenshot(page, 'panels-2-same');
  });

  it('keep a composer each', async () => {
    const { page } = workbench();
    await view().composer.click();
    await page.keyboard.type('for the view');
    await side().composer.click();
    await page.keyboard.type('for the side');
    assert.equal(await view().composer.inputValue(), 'for the view');
    assert.equal(await side().composer.inputValue(), 'for the side');
    await screenshot(page, 'panels-3-composers');
  });
});
