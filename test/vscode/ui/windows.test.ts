import { strict as assert } from 'node:assert';
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { Chat } from '../driver/chat';
import { extensionHostLog } from '../driver/hostLog';
import { screenshot } from '../driver/screenshots';
import { useWorkbench } from '../driver/useWorkbench';
import type { Workbench } from '../driver/workbench';

const failedActivations = ({ server }: Workbench) =>
  extensionHostLog(server.dataFolder)
    .split('\n')
    .filter((line) => /enso/i.test(line) && /\[error\]/.test(line));

describe('A window without a folder', () => {
  const workbench = useWorkbench({ opens: 'nothing' });

  it("A window without a folder works in the user's home folder", async () => {
    const chat = new Chat(workbench().page);
    await chat.frame.getByTitle(`Working folder: ${workbench().home}`).waitFor();
    await chat.send('!pwd');
    // The user's own command starts unfolded.
    await chat.tool('pwd').locator('.output', { hasText: workbench().home }).waitFor();
    await screenshot(workbench().page, 'windows-1-empty');
    assert.deepEqual(failedActivations(workbench()), []);
  });
});

describe('A window with a workspace that has no folder', () => {
  const workbench = useWorkbench({ opens: 'no folders', settings: { 'enso.approvals': 'ask' } });

  it("A window with an empty workspace works in the user's home folder, names it, and asks for approval there", async () => {
    const { page } = workbench();
    const chat = new Chat(page);
    await chat.frame.getByTitle(`Working folder: ${workbench().home}`).waitFor();
    await chat.frame.locator('.empty-lead', { hasText: `run commands in ${workbench().home}` }).waitFor();
    await screenshot(page, 'windows-4-no-folders');
    await chat.send('run: pwd');
    const card = chat.armedCard('Run this command?');
    await card.locator('.option').first().click();
    const tool = chat.tool('pwd');
    await tool.getByRole('button').first().click();
    await tool.locator('.output', { hasText: workbench().home }).waitFor();
    await chat.idle();
    await screenshot(page, 'windows-5-no-folders-asked');
    assert.deepEqual(failedActivations(workbench()), []);
  });
});

describe('A window with two folders', () => {
  const workbench = useWorkbench({ opens: 'two folders' });
  const chat = () => new Chat(workbench().page);

  it('A window with two folders works in the first folder and names it', async () => {
    await chat().send('list the files');
    await chat().answers.filter({ hasText: 'notes.txt' }).waitFor();
    await chat().idle();
    await chat()
      .frame.getByTitle(`Working folder: ${workbench().folder}`)
      .getByText(basename(workbench().folder))
      .waitFor();
    await screenshot(workbench().page, 'windows-2-two-folders');
    assert.deepEqual(failedActivations(workbench()), []);
  });

  it('A window whose folder is gone reports that, and keeps the text', async () => {
    rmSync(workbench().folder, { recursive: true });
    await workbench().reload();
    await chat().send('list the files');
    await chat().frame.getByRole('alert').getByText("doesn't exist.").waitFor();
    assert.equal(await chat().composer.inputValue(), 'list the files');
    await screenshot(workbench().page, 'windows-3-gone');
  });
});
