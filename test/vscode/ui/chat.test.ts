import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chat } from '../driver/chat';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';

describe('The chat view', () => {
  const workbench = useWorkbench(standard);
  const chat = () => new Chat(workbench().page);

  it('The chat view accepts text before pi has loaded, and shows the answer of the demo model with the input and output of its tool', async () => {
    const { page } = workbench();
    await chat().composer.click();
    await page.keyboard.type('list the files');
    assert.equal(await chat().composer.inputValue(), 'list the files');
    await screenshot(page, 'chat-1-typed');
    await page.keyboard.press('Enter');
    await chat().bubbles.filter({ hasText: 'list the files' }).waitFor();
    await chat().answers.filter({ hasText: 'no language model' }).waitFor();
    await chat().answers.filter({ hasText: 'notes.txt' }).waitFor();
    await chat().idle();
    assert.equal(await chat().composer.inputValue(), '');
    await screenshot(page, 'chat-2-answered');
    const tool = chat().tool('ls -1 -p');
    await tool.getByRole('button').first().click();
    await tool.getByText('Copy Command', { exact: true }).waitFor();
    await tool.locator('.output', { hasText: 'README.md' }).waitFor();
    await screenshot(page, 'chat-3-tool');
  });

  it('An edit of a file in the workspace is shown as a diff', async () => {
    await chat().send('add a line "buy milk" to notes.txt');
    await chat().answers.filter({ hasText: 'Added the line to notes.txt' }).waitFor();
    await chat().frame.getByRole('group', { name: 'Changes' }).getByText('buy milk').waitFor();
    const notes = readFileSync(join(workbench().folder, 'notes.txt'), 'utf8');
    assert.match(notes, /buy milk/);
    await screenshot(workbench().page, 'chat-4-edited');
  });
});
