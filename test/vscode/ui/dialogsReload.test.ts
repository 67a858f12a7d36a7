import { strict as assert } from 'node:assert';
import { untilAnswered } from '../driver/answers';
import { Chat } from '../driver/chat';
import { questionInStatusBar } from '../driver/notices';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';

describe('The questions of a thread that is read from disk', () => {
  const workbench = useWorkbench(standard);
  const view = () => new Chat(workbench().page, 'view');

  it('The questions of a stored thread show their answers, and the question that was open shows how it ended', async () => {
    const { page } = workbench();
    // pi saves a thread after its first answer.
    await view().send('hello');
    await view().answers.first().waitFor();
    await view().idle();
    await view().send('/word');
    await view().armedCard('Which word?').getByRole('textbox').click();
    await page.keyboard.type('ensō');
    await page.keyboard.press('Enter');
    await untilAnswered(workbench(), 'word "ensō"');
    await view().idle();
    await view().send('/fruit');
    await view().card('Which fruit?').waitFor();
    await workbench().reload();
    await view().settled('Which word?').filter({ hasText: 'ensō' }).waitFor();
    await screenshot(page, 'dialog-reload-1');
    await view().settled('Which fruit?').filter({ hasText: 'thread closed' }).waitFor();
    assert.equal(await view().card('Which fruit?').count(), 0);
    await questionInStatusBar(page).waitFor({ state: 'detached' });
  });
});
