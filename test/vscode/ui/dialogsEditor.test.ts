import { strict as assert } from 'node:assert';
import { untilAnswered } from '../driver/answers';
import { Chat } from '../driver/chat';
import { runCommand } from '../driver/palette';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';
import type { Workbench } from '../driver/workbench';

const tab = ({ page }: Workbench) => page.locator('.tab[data-resource-name^="Write a letter"]');
const text = ({ page }: Workbench) => page.locator('.editor-instance .view-lines');

/** Opens the question's document by keyboard. */
async function openDocument(workbench: Workbench): Promise<void> {
  await runCommand(workbench.page, 'Enso: Answer Question');
  await tab(workbench).waitFor();
  await text(workbench).waitFor();
}

/** Asks for a letter and opens the document. */
async function ask(workbench: Workbench): Promise<void> {
  const view = new Chat(workbench.page);
  await view.send('/letter');
  await view.card('Write a letter').waitFor();
  await openDocument(workbench);
}

describe('A question for a longer text', () => {
  const workbench = useWorkbench({ ...standard, settings: { 'files.autoSave': 'off' } });
  const view = () => new Chat(workbench().page, 'view');
  const title = (label: string) =>
    workbench().page.locator('.part.editor .editor-actions').getByRole('button', { name: label });

  it('A question for a longer text opens as a document, and saving the document answers', async () => {
    const { page } = workbench();
    await ask(workbench());
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Hello.');
    await screenshot(page, 'dialog-editor-1-document');
    await page.keyboard.press('Control+s');
    await tab(workbench()).waitFor({ state: 'detached' });
    await view().settled('Write a letter').filter({ hasText: 'answered in editor' }).waitFor();
    await untilAnswered(workbench(), 'letter "Dear pi,\\nHello."');
    await view().idle();
    await screenshot(page, 'dialog-editor-2-answered');
  });

  it('A question stays open when its document is closed, and the action in the title answers with the text as it is', async () => {
    const { page } = workbench();
    await ask(workbench());
    await runCommand(page, 'View: Close Editor');
    await tab(workbench()).waitFor({ state: 'detached' });
    await view().card('Write a letter').waitFor();
    await openDocument(workbench());
    await title('Submit Answer').click();
    await tab(workbench()).waitFor({ state: 'detached' });
    await untilAnswered(workbench(), 'letter "Dear pi,\\n"');
    await view().idle();
  });

  it('A question has one document however often it is opened, and the action in the title cancels the question', async () => {
    const { page } = workbench();
    await ask(workbench());
    await page.keyboard.press('Control+End');
    await page.keyboard.type('More');
    await openDocument(workbench());
    await text(workbench()).filter({ hasText: 'More' }).waitFor();
    assert.equal(await tab(workbench()).count(), 1);
    await title('Cancel Question').click();
    await tab(workbench()).waitFor({ state: 'detached' });
    await view().settled('Write a letter').filter({ hasText: 'cancelled' }).waitFor();
    await untilAnswered(workbench(), 'letter undefined');
    await view().idle();
  });

  it('A document with unsaved text closes when its card is answered, and the status bar shows the answer', async () => {
    const { page } = workbench();
    await ask(workbench());
    await page.keyboard.type('unsaved');
    await view().armedCard('Write a letter').getByRole('button', { name: 'Answer', exact: true }).click();
    await tab(workbench()).waitFor({ state: 'detached' });
    const word = page.locator('.part.statusbar').getByText('answered in chat');
    await word.filter({ hasText: 'Dear pi,' }).waitFor();
    await screenshot(page, 'dialog-editor-3-elsewhere');
    assert.equal(await page.locator('.monaco-dialog-box').count(), 0);
    await view().idle();
  });
});

describe('The document of a question where VS Code saves files automatically', () => {
  const workbench = useWorkbench({
    ...standard,
    settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 50 },
  });
  const view = () => new Chat(workbench().page, 'view');

  it('A document that VS Code saves automatically answers only when the user saves it, and keeps its text when it is closed', async () => {
    const { page } = workbench();
    await ask(workbench());
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Half');
    await page.locator('.tab.dirty[data-resource-name^="Write a letter"]').waitFor({ state: 'detached' });
    await runCommand(page, 'View: Close Editor');
    await tab(workbench()).waitFor({ state: 'detached' });
    await view().card('Write a letter').waitFor();
    await openDocument(workbench());
    await text(workbench()).filter({ hasText: 'Half' }).waitFor();
    await page.keyboard.press('Control+s');
    await tab(workbench()).waitFor({ state: 'detached' });
    await untilAnswered(workbench(), 'letter "Dear pi,\\nHalf"');
    await view().idle();
  });
});
