import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { pickRow, runCommand } from '../driver/palette';
import { openToSide, openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';
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
    await side().send('count to 120');
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

  it('show each of several quick prompts once, identical ones too, in the same order', async () => {
    const { page } = workbench();
    await side().composer.fill('');
    await view().composer.fill('');
    const before = await view().bubbles.count();
    await view().composer.click();
    for (const text of ['count to 3', 'count to 3', 'count to 4']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await side().answers.filter({ hasText: '1 2 3 4' }).last().waitFor();
    await until(page, 'all bubbles in both', async () => {
      const [left, right] = [await view().bubbles.allInnerTexts(), await side().bubbles.allInnerTexts()];
      return left.length === before + 3 && left.join() === right.join();
    });
    await view().idle();
    assert.deepEqual((await view().bubbles.allInnerTexts()).slice(before), [
      'count to 3',
      'count to 3',
      'count to 4',
    ]);
  });

  it('may go elsewhere at once: a prompt runs in the thread that it was sent in', async () => {
    const { page } = workbench();
    const shared = await side().bubbles.allInnerTexts();
    await view().composer.click();
    await runCommand(page, 'Enso: New Thread');
    await until(page, 'an empty thread', async () => (await view().bubbles.count()) === 0);
    await view().composer.click();
    await page.keyboard.type('count to 60');
    await page.keyboard.press('Enter');
    await runCommand(page, 'Enso: Show Thread History');
    await pickRow(page, 'count to 120');
    await until(page, 'the shared thread', async () => {
      return (await view().bubbles.allInnerTexts()).join() === shared.join();
    });
    await view().idle();
    await runCommand(page, 'Enso: Show Thread History');
    await pickRow(page, 'count to 60');
    await view().answers.filter({ hasText: '58 59 60' }).waitFor();
    await view().idle();
    assert.deepEqual(await view().bubbles.allInnerTexts(), ['count to 60']);
    assert.deepEqual(await side().bubbles.allInnerTexts(), shared);
  });
});
