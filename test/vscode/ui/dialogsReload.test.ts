import { strict as assert } from 'node:assert';
import { askers } from '../driver/askers';
import { Chat } from '../driver/chat';
import { answered } from '../driver/answers';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';

describe('questions of a thread that is read from disk', () => {
  const workbench = useWorkbench({ home: askers });
  const view = () => new Chat(workbench().page, 'view');

  it('stand there as they were answered, and the one that was open says how it ended', async () => {
    const { page } = workbench();
    await openView(page);
    // pi keeps a thread from its first answer on.
    await view().send('hello');
    await view().answers.first().waitFor();
    await view().idle();
    await view().send('/word');
    const word = view().card('Which word?').and(view().frame.locator('[data-armed="yes"]'));
    await word.getByRole('textbox').click();
    await page.keyboard.type('ensō');
    await page.keyboard.press('Enter');
    await answered(workbench(), 'word "ensō"');
    await view().idle();
    await view().send('/fruit');
    await view().card('Which fruit?').waitFor();
    await workbench().reload();
    await view().settled('Which word?').filter({ hasText: 'ensō' }).waitFor();
    await screenshot(page, 'dialog-reload-1');
    await view().settled('Which fruit?').filter({ hasText: 'thread closed' }).waitFor();
    assert.equal(await view().card('Which fruit?').count(), 0);
    await page.locator('.part.statusbar').getByText('Enso: 1 question').waitFor({ state: 'detached' });
  });
});
