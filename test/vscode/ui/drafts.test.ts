import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { runCommand } from '../driver/palette';
import { openToSide, openView } from '../driver/panels';
import { pasteFile, pasteImage } from '../driver/pasting';
import { screenshot } from '../driver/screenshots';
import { untilDraftIsSaved } from '../driver/savedDrafts';
import { standard } from '../driver/standard';
import { showThread, untilComposerHas, untilThreadChanges } from '../driver/threads';
import { useWorkbench } from '../driver/useWorkbench';

describe('A draft', () => {
  const workbench = useWorkbench(standard);
  const view = () => new Chat(workbench().page, 'view');
  const side = () => new Chat(workbench().page, 0);

  it('A draft survives hiding the view and, with its image, reloading the window', async () => {
    const { page } = workbench();
    await view().composer.click();
    await page.keyboard.type('half a thought');
    await workbench().hideChat();
    await openView(page);
    await untilComposerHas(view(), 'half a thought');
    await pasteImage(view().composer, 'dot.png');
    await view().image('dot.png').waitFor();
    await pasteFile(view().composer, 'notes.pdf', 'application/pdf');
    await view().frame.getByText("Couldn't attach “notes.pdf”").waitFor();
    await screenshot(page, 'drafts-1-picture');
    await untilDraftIsSaved(workbench(), 'dot.png');
    await workbench().reload();
    await untilComposerHas(view(), 'half a thought');
    await view().image('dot.png').waitFor();
    await view().composer.press('Enter');
    await view().frame.getByRole('alert').getByText("doesn't support images").waitFor();
    await view().image('dot.png').getByRole('button').click();
    await view().composer.press('Enter');
    await view().bubbles.filter({ hasText: 'half a thought' }).waitFor();
    await view().idle();
  });

  it('A draft belongs to its thread, and the draft of a closed editor is in the next panel of the thread', async () => {
    const { page } = workbench();
    await view().send('count to 3 for the drafts');
    await view().answers.first().waitFor();
    await view().idle();
    await view().composer.click();
    await page.keyboard.type('for one');
    await untilThreadChanges(view(), () => runCommand(page, 'Enso: New Thread'));
    await untilComposerHas(view(), '');
    await view().composer.click();
    await page.keyboard.type('for two');
    await showThread(view(), 'count to 3 for the drafts');
    await untilComposerHas(view(), 'for one');
    await openToSide(page);
    await side().bubbles.filter({ hasText: 'count to 3 for the drafts' }).waitFor();
    await side().composer.click();
    await page.keyboard.type('typed in an editor');
    await runCommand(page, 'View: Close Editor');
    await page.locator('.part.editor .tab').waitFor({ state: 'detached' });
    await openToSide(page);
    await untilComposerHas(side(), 'typed in an editor');
    assert.equal(await view().composer.inputValue(), 'for one');
  });
});
