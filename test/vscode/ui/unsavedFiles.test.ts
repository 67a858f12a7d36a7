import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chat } from '../driver/chat';
import { editorLine, openFile } from '../driver/editors';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

describe('A file with unsaved changes in an editor', () => {
  const workbench = useWorkbench({
    ...standard,
    settings: { 'enso.approvals': 'off', 'files.autoSave': 'off' },
  });
  const view = () => new Chat(workbench().page, 'view');
  const path = () => join(workbench().folder, 'open.txt');
  const read = () => readFileSync(path(), 'utf8');
  const question = 'This file has unsaved changes in an editor. Save it before pi changes the file?';

  /** Opens the file in an editor and types at its beginning. */
  async function typeInEditor(text: string): Promise<void> {
    const { page } = workbench();
    writeFileSync(path(), 'saved\n');
    await openFile(page, 'open.txt', 'saved');
    await page.keyboard.type(text);
    await editorLine(page, `${text}saved`).waitFor();
  }

  async function send(text: string): Promise<void> {
    await view().composer.click();
    await view().composer.fill(text);
    await workbench().page.keyboard.press('Enter');
  }

  it('pi reads the text in the editor, and the row of a command says that it saw the saved text', async () => {
    await typeInEditor('not ');
    await send('read open.txt');
    await view().answers.filter({ hasText: 'not saved' }).waitFor();
    await view().idle();
    await send('run: cat open.txt');
    await view().tool('cat open.txt').getByText('open.txt had unsaved changes', { exact: false }).waitFor();
    assert.equal(read(), 'saved\n');
  });

  it('A write asks first, and Save and Continue saves the editor before pi changes the file', async () => {
    const { page } = workbench();
    await typeInEditor('not ');
    await send('write open.txt with pi was here');
    const card = view().armedCard(question);
    await card.waitFor();
    await screenshot(page, 'unsaved-1-question');
    assert.equal(read(), 'saved\n');
    await card.getByRole('button', { name: 'Save and Continue' }).click();
    await until(page, 'pi has written', () => read() === 'pi was here\n');
    await page.locator('.editor-instance .view-line', { hasText: 'pi was here' }).waitFor();
    await view().idle();
    const prompt = view().bubbles.filter({ hasText: 'write open.txt' });
    await prompt.getByRole('button', { name: 'Undo', exact: true }).click();
    await until(page, 'the saved text of the editor is back', () => read() === 'not saved\n');
  });

  it('A denied write leaves the editor and the file alone', async () => {
    const { page } = workbench();
    await typeInEditor('not ');
    await send('write open.txt with pi was here');
    const card = view().armedCard(question);
    await card.getByRole('button', { name: 'Deny' }).click();
    await view().idle();
    assert.equal(read(), 'saved\n');
    await page.locator('.editor-instance .view-line', { hasText: 'not saved' }).waitFor();
  });
});
