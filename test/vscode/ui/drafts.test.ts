import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { pickRow, runCommand } from '../driver/palette';
import { openToSide, openView } from '../driver/panels';
import { pasteFile, pastePicture } from '../driver/pasting';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/wait';

describe('what is typed and not sent', () => {
  const workbench = useWorkbench();
  const view = () => new Chat(workbench().page, 'view');
  const side = () => new Chat(workbench().page, 0);
  const typed = (chat: Chat, text: string) =>
    until(
      workbench().page,
      `“${text}” in the composer`,
      async () => (await chat.composer.inputValue()) === text,
    );

  it('is there again when the view was hidden', async () => {
    const { page } = workbench();
    await openView(page);
    await view().composer.click();
    await page.keyboard.type('half a thought');
    await runCommand(page, 'View: Toggle Secondary Side Bar Visibility');
    await page.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
    await openView(page);
    await typed(view(), 'half a thought');
  });

  it('is there again after a reload of the window, with its picture', async () => {
    const { page } = workbench();
    await pastePicture(view().composer, 'dot.png');
    await view().picture('dot.png').waitFor();
    await pasteFile(view().composer, 'notes.pdf', 'application/pdf');
    await view().frame.getByText("Couldn't attach “notes.pdf”").waitFor();
    await screenshot(page, 'drafts-1-picture');
    await workbench().reload();
    await openView(page);
    await typed(view(), 'half a thought');
    await view().picture('dot.png').waitFor();
  });

  it('is each thread’s own', async () => {
    const { page } = workbench();
    await view().composer.press('Enter');
    await view().frame.getByRole('alert').getByText("doesn't support images").waitFor();
    await view().picture('dot.png').getByRole('button').click();
    await view().composer.press('Enter');
    await view().bubbles.filter({ hasText: 'half a thought' }).waitFor();
    await view().idle();
    await view().composer.click();
    await page.keyboard.type('for one');
    await runCommand(page, 'Enso: New Thread');
    await typed(view(), '');
    await view().composer.click();
    await page.keyboard.type('for two');
    await runCommand(page, 'Enso: Show Thread History');
    await pickRow(page, 'half a thought');
    await typed(view(), 'for one');
  });

  it('in an editor that is closed is found by the next panel of the thread', async () => {
    const { page } = workbench();
    await openToSide(page);
    await side().bubbles.filter({ hasText: 'half a thought' }).waitFor();
    await side().composer.click();
    await page.keyboard.type('typed in an editor');
    await runCommand(page, 'View: Close Editor');
    await page.locator('.part.editor .tab').waitFor({ state: 'detached' });
    await openToSide(page);
    await typed(side(), 'typed in an editor');
    assert.equal(await view().composer.inputValue(), 'for one');
  });
});
