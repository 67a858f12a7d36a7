import { strict as assert } from 'node:assert';
import { askers } from '../driver/askers';
import { Chat } from '../driver/chat';
import { answered } from '../driver/answers';
import { runCommand } from '../driver/palette';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';

describe('a question for a longer text', () => {
  const workbench = useWorkbench({ home: askers, settings: { 'files.autoSave': 'off' } });
  const view = () => new Chat(workbench().page, 'view');
  const tab = () => workbench().page.locator('.tab[data-resource-name^="Write a letter"]');
  const text = () => workbench().page.locator('.editor-instance .view-lines');
  const title = (label: string) =>
    workbench().page.locator('.part.editor .editor-actions').getByRole('button', { name: label });

  /** Opens the question's document by keyboard. */
  async function openDocument(): Promise<void> {
    await runCommand(workbench().page, 'Enso: Answer Question');
    await tab().waitFor();
    await text().waitFor();
  }

  async function ask(): Promise<void> {
    await view().send('/letter');
    await view().card('Write a letter').waitFor();
    await openDocument();
  }

  it('opens as a document, and its save is the answer', async () => {
    const { page } = workbench();
    await openView(page);
    await ask();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Hello.');
    await screenshot(page, 'dialog-editor-1-document');
    await page.keyboard.press('Control+s');
    await tab().waitFor({ state: 'detached' });
    await view().settled('Write a letter').filter({ hasText: 'answered in editor' }).waitFor();
    await answered(workbench(), 'letter "Dear pi,\\nHello."');
    await view().idle();
    await screenshot(page, 'dialog-editor-2-answered');
  });

  it('stays open when its document is closed, and is answered as it stands by the title’s action', async () => {
    const { page } = workbench();
    await ask();
    await runCommand(page, 'View: Close Editor');
    await tab().waitFor({ state: 'detached' });
    await view().card('Write a letter').waitFor();
    await openDocument();
    await title('Submit Answer').click();
    await tab().waitFor({ state: 'detached' });
    await answered(workbench(), 'letter "Dear pi,\\n"');
    await view().idle();
  });

  it('keeps its document when it is asked to open once more', async () => {
    const { page } = workbench();
    await ask();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('More');
    await openDocument();
    await text().filter({ hasText: 'More' }).waitFor();
    assert.equal(await tab().count(), 1);
    await title('Cancel Question').click();
    await tab().waitFor({ state: 'detached' });
    await view().settled('Write a letter').filter({ hasText: 'cancelled' }).waitFor();
    await answered(workbench(), 'letter undefined');
    await view().idle();
  });

  it('that is answered in its card closes a document with unsaved text, and says so', async () => {
    const { page } = workbench();
    await ask();
    await page.keyboard.type('unsaved');
    await view().armedCard('Write a letter').getByRole('button', { name: 'Answer', exact: true }).click();
    await tab().waitFor({ state: 'detached' });
    const word = page.locator('.part.statusbar').getByText('answered in chat');
    await word.filter({ hasText: 'Dear pi,' }).waitFor();
    await screenshot(page, 'dialog-editor-3-elsewhere');
    assert.equal(await page.locator('.monaco-dialog-box').count(), 0);
    await view().idle();
  });
});

describe('a question’s document where files are saved by themselves', () => {
  const workbench = useWorkbench({
    home: askers,
    settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 50 },
  });
  const view = () => new Chat(workbench().page, 'view');

  it('is not answered by a pause in typing, keeps its text when it is closed, and is by hand', async () => {
    const { page } = workbench();
    const tab = page.locator('.tab[data-resource-name^="Write a letter"]');
    await openView(page);
    await view().send('/letter');
    await view().card('Write a letter').waitFor();
    await runCommand(page, 'Enso: Answer Question');
    await page.locator('.editor-instance .view-lines').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Half');
    await page.locator('.tab.dirty[data-resource-name^="Write a letter"]').waitFor({ state: 'detached' });
    await runCommand(page, 'View: Close Editor');
    await tab.waitFor({ state: 'detached' });
    await view().card('Write a letter').waitFor();
    await runCommand(page, 'Enso: Answer Question');
    await page.locator('.editor-instance .view-lines', { hasText: 'Half' }).waitFor();
    await page.keyboard.press('Control+s');
    await tab.waitFor({ state: 'detached' });
    await answered(workbench(), 'letter "Dear pi,\\nHalf"');
    await view().idle();
  });
});
