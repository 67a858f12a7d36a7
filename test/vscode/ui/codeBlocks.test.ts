import { strict as assert } from 'node:assert';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { Chat } from '../driver/chat';
import { editorLine, openFile } from '../driver/editors';
import { notices, showNotices } from '../driver/notices';
import { ownModel, server } from '../driver/ownModel';
import { pickRow, quickRow, runCommand } from '../driver/palette';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { until } from '../driver/until';
import { useWorkbench } from '../driver/useWorkbench';

describe('A block of code in an answer', () => {
  const workbench = useWorkbench(ownModel);
  const view = () => new Chat(workbench().page, 'view');
  const path = (name: string) => join(workbench().folder, name);
  const read = (name: string) => readFileSync(path(name), 'utf8');

  /** Lets the model answer with a block of code, and returns the block. */
  async function block(language: string, code: string): Promise<Locator> {
    server.answer({ say: `\`\`\`${language}\n${code}\n\`\`\`` });
    await openView(workbench().page);
    await view().send('show me');
    await view().idle();
    return view().answers.last().locator('.code');
  }

  const press = (code: Locator, name: string) => code.getByRole('button', { name, exact: true }).click();

  async function openNewFile(name: string, line: string): Promise<void> {
    writeFileSync(path(name), `${line}\n`);
    await openFile(workbench().page, name, line);
  }

  it('Insert at Cursor puts the code at the cursor of the editor, unsaved', async () => {
    const { page } = workbench();
    await openNewFile('insert.ts', 'after');
    await press(await block('ts', 'const inserted = 1;'), 'Insert at Cursor');
    await editorLine(page, 'const inserted = 1;after').waitFor();
    assert.equal(read('insert.ts'), 'after\n');
    await runCommand(page, 'File: Save');
    await until(page, 'the saved code', () => read('insert.ts').startsWith('const inserted = 1;'));
  });

  it('Insert at Cursor says what to do when no editor is open', async () => {
    await press(await block('ts', 'nowhere'), 'Insert at Cursor');
    await showNotices(workbench().page);
    await notices(workbench().page).filter({ hasText: 'Open a file to insert the code into.' }).waitFor();
  });

  it('Apply to File shows the code in the diff editor, and changes the file only on request', async () => {
    const { page } = workbench();
    await openNewFile('apply.ts', 'old();');
    const code = await block('ts', 'fresh();');
    const offer = notices(page).filter({ hasText: 'Apply the code to apply.ts?' });
    const offerCode = async () => {
      await press(code, 'Apply to File…');
      await quickRow(page, 'apply.ts').waitFor();
      await pickRow(page, 'apply.ts', page.getByRole('tab', { name: /with the code/ }));
      await showNotices(page);
    };
    await offerCode();
    await page.locator('.monaco-diff-editor').filter({ hasText: 'fresh' }).waitFor();
    await screenshot(page, 'code-blocks-1-apply');
    await offer.getByRole('button', { name: 'Discard' }).click();
    await offer.waitFor({ state: 'detached' });
    await runCommand(page, 'View: Close Editor');
    await offerCode();
    await offer.getByRole('button', { name: 'Apply', exact: true }).click();
    await offer.waitFor({ state: 'detached' });
    // The file comes to the front with the code, and takes the focus from a palette that is open by then.
    await page.getByRole('tab', { name: /^apply\.ts(?! \()/, selected: true }).waitFor();
    await page
      .locator('.editor-instance:visible .monaco-editor.focused')
      .filter({ hasText: 'fresh();' })
      .waitFor();
    assert.equal(read('apply.ts'), 'old();\n');
    await runCommand(page, 'File: Save');
    await until(page, 'the applied code', () => read('apply.ts').startsWith('fresh();'));
  });

  it('Open in Editor opens the code in a new editor in its language', async () => {
    const { page } = workbench();
    await press(await block('py', 'print("new")'), 'Open in Editor');
    await page.getByRole('tab', { name: /Untitled/ }).waitFor();
    await page.locator('.statusbar-item', { hasText: 'Python' }).waitFor();
    await editorLine(page, 'print("new")').waitFor();
    await runCommand(page, 'View: Revert and Close Editor');
  });

  it('Run in Terminal asks first, shows the commands, and runs nothing on Cancel', async () => {
    const { page } = workbench();
    const code = await block('sh', 'echo one > ran.txt\necho two >> ran.txt');
    const question = page.getByRole('dialog', { name: /Run this in a terminal/ });
    await press(code, 'Run in Terminal');
    await question.getByText('echo two >> ran.txt').waitFor();
    await screenshot(page, 'code-blocks-2-run');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.ok(!existsSync(path('ran.txt')));
    await press(code, 'Run in Terminal');
    await question.getByRole('button', { name: 'Run', exact: true }).click();
    await until(
      page,
      'both lines to run',
      () => existsSync(path('ran.txt')) && read('ran.txt') === 'one\ntwo\n',
    );
  });
});
