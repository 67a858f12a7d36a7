import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { Chat } from '../driver/chat';
import { editorLine, openFile } from '../driver/editors';
import { runCommand } from '../driver/palette';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

const first = 'const one = 1;\n';

describe('What pi changed', () => {
  const workbench = useWorkbench({ ...standard, settings: { 'enso.approvals': 'off' } });
  const view = () => new Chat(workbench().page, 'view');
  const path = (name: string) => join(workbench().folder, name);
  const read = (name: string) => readFileSync(path(name), 'utf8');
  const tab = (name: string | RegExp) => workbench().page.getByRole('tab', { name });
  const dialog = (name: RegExp) => workbench().page.getByRole('dialog', { name });
  const comes = (what: string, holds: () => boolean | Promise<boolean>) =>
    until(workbench().page, what, holds);

  async function send(text: string): Promise<Locator> {
    await openView(workbench().page);
    await view().composer.click();
    await view().composer.fill(text);
    await workbench().page.keyboard.press('Enter');
    const prompt = view().bubbles.filter({ hasText: text }).last();
    await prompt.waitFor();
    return prompt;
  }

  const file = (name: string, text = first) => {
    writeFileSync(path(name), text);
  };

  /** Sends a prompt and returns its bubble once the run is over. */
  async function say(text: string): Promise<Locator> {
    const prompt = await send(text);
    await view().idle();
    return prompt;
  }

  const press = (prompt: Locator, name: string) => prompt.getByRole('button', { name, exact: true }).click();
  const undone = (prompt: Locator) => prompt.getByText('Undone', { exact: true });

  it('What pi changed is counted at the prompt, undone and redone there', async () => {
    file('one.ts');
    const prompt = await say('write one.ts with const two = 2;');
    await prompt.getByText('1 file', { exact: true }).waitFor();
    assert.match((await prompt.locator('.counts').textContent()) ?? '', /\+1\s*−1/);
    await screenshot(workbench().page, 'changes-1-prompt');
    await press(prompt, 'Undo');
    await undone(prompt).waitFor();
    assert.equal(read('one.ts'), first);
    await press(prompt, 'Redo');
    await comes('the change is back', async () => (await undone(prompt).count()) === 0);
    assert.equal(read('one.ts'), 'const two = 2;\n');
  });

  it('Open Diff shows the file before and after the call in the diff editor, read-only, in its language', async () => {
    const { page } = workbench();
    file('two.ts');
    await say('write two.ts with const two = 2;');
    await view().tool('two.ts').getByRole('button', { name: 'Open Diff' }).click();
    await tab(/two\.ts \(Before ↔ After\)/).waitFor();
    const editor = page.locator('.monaco-diff-editor');
    await editor.filter({ hasText: 'one' }).filter({ hasText: 'two' }).waitFor();
    // A language colours the keyword.
    await editor
      .locator('span[class*="mtk"]', { hasText: /^const/ })
      .first()
      .waitFor();
    await screenshot(page, 'changes-2-diff');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('x');
    await page.locator('.monaco-editor-overlaymessage', { hasText: 'read-only' }).waitFor();
  });

  it('A file that changed since is overwritten only once the user has said so', async () => {
    const prompt = await say('write hello.txt with hello');
    writeFileSync(path('hello.txt'), 'mine\n');
    await press(prompt, 'Undo');
    const question = dialog(/1 file has changed since/);
    await question.getByText('hello.txt').waitFor();
    await screenshot(workbench().page, 'changes-3-conflict');
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(read('hello.txt'), 'mine\n');
    await press(prompt, 'Undo');
    await question.getByRole('button', { name: 'Overwrite' }).click();
    await comes('the new file is gone', () => !existsSync(path('hello.txt')));
    await press(prompt, 'Redo');
    await comes('the lost text is back', () => existsSync(path('hello.txt')));
    assert.equal(read('hello.txt'), 'mine\n');
  });

  it('Show Changes shows what would be lost, unsaved text of the editor included', async () => {
    const { page } = workbench();
    const prompt = await say('write lost.ts with const two = 2;');
    await openFile(page, 'lost.ts', 'const two');
    await page.keyboard.type('unsaved ');
    await editorLine(page, 'unsaved const').waitFor();
    await press(prompt, 'Undo');
    await dialog(/1 file has changed since/)
      .getByRole('button', { name: 'Show Changes' })
      .click();
    await tab(/Changes That Would Be Lost/).waitFor();
    await page.locator('.multiDiffEntry').filter({ hasText: 'unsaved' }).waitFor();
    await screenshot(page, 'changes-6-lost');
    assert.ok(existsSync(path('lost.ts')));
    await runCommand(page, 'View: Close Editor');
    await runCommand(page, 'View: Revert and Close Editor');
  });

  it('Review Changes opens what a command changed in the multi-diff editor, and Undo brings everything back', async () => {
    const { page, folder } = workbench();
    execFileSync('git', ['init', '-q'], { cwd: folder });
    file('three.ts');
    const prompt = await say('run: echo a > a.md; echo b > b.md; echo three > three.ts');
    await prompt.getByText('3 files', { exact: true }).waitFor();
    await press(prompt, 'Review Changes');
    await tab(/Changes for/).waitFor();
    await page.locator('.multiDiffEntry').nth(2).waitFor();
    await screenshot(page, 'changes-4-review');
    await press(prompt, 'Undo');
    await undone(prompt).waitFor();
    assert.equal(read('three.ts'), first);
    assert.ok(!existsSync(path('a.md')) && !existsSync(path('b.md')));
    rmSync(path('.git'), { recursive: true });
  });

  it('What is undone is still undone after a reload of the window, and Undo from Here takes back everything after a prompt', async () => {
    await say('write before.txt with before');
    await say('write later.txt with later');
    await press(await say('write last.txt with last'), 'Undo');
    await comes('the last file is gone', () => !existsSync(path('last.txt')));
    await workbench().reload();
    await openView(workbench().page);
    await undone(view().bubbles.filter({ hasText: 'write last.txt' })).waitFor();
    await press(view().bubbles.filter({ hasText: 'write later.txt' }), 'Undo from Here');
    await comes('the later file is gone', () => !existsSync(path('later.txt')));
    assert.ok(existsSync(path('before.txt')));
  });

  it('Undo asks to stop a run first', async () => {
    const { page } = workbench();
    file('four.ts');
    const prompt = await say('write four.ts with const two = 2;');
    await send('run: sleep 100');
    await view().tool('sleep 100').waitFor();
    await press(prompt, 'Undo');
    await dialog(/pi is still working/)
      .getByRole('button', { name: 'Stop and Undo' })
      .click();
    await until(page, 'the change is undone', () => read('four.ts') === first);
    await view().idle();
  });
});
