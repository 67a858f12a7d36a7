import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chat } from '../driver/chat';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/wait';

describe('What pi changed', () => {
  const workbench = useWorkbench({
    settings: { 'enso.approvals': 'off' },
    files: { 'plan.ts': 'const one = 1;\n' },
  });
  const view = () => new Chat(workbench().page, 'view');
  const path = (name: string) => join(workbench().folder, name);
  const read = (name: string) => readFileSync(path(name), 'utf8');
  /** The file of the editor tab in front. */
  const tab = (name: string | RegExp) => workbench().page.getByRole('tab', { name });

  async function say(text: string): Promise<void> {
    await view().composer.click();
    await view().composer.fill(text);
    await workbench().page.keyboard.press('Enter');
    await view().bubbles.filter({ hasText: text }).last().waitFor();
    await view().idle();
  }

  it('What pi changed is counted at the prompt, undone and redone there', async () => {
    const { page } = workbench();
    await openView(page);
    await say('run: true');
    execFileSync('git', ['init', '-q'], { cwd: workbench().folder });
    await say('write plan.ts with const two = 2;');
    const prompt = view().bubbles.filter({ hasText: 'write plan.ts' });
    await prompt.getByText('1 file', { exact: true }).waitFor();
    assert.match((await prompt.locator('.counts').textContent()) ?? '', /\+1\s*−1/);
    await screenshot(page, 'changes-1-prompt');
    await prompt.getByRole('button', { name: 'Undo', exact: true }).click();
    await prompt.getByText('Undone', { exact: true }).waitFor();
    assert.equal(read('plan.ts'), 'const one = 1;\n');
    await prompt.getByRole('button', { name: 'Redo', exact: true }).click();
    await until(
      workbench().page,
      'the change is back',
      async () => (await prompt.getByText('Undone', { exact: true }).count()) === 0,
    );
    assert.equal(read('plan.ts'), 'const two = 2;\n');
  });

  it('Open Diff shows the file before and after the call in the diff editor, read-only, in its language', async () => {
    const { page } = workbench();
    await view().tool('plan.ts').getByRole('button', { name: 'Open Diff' }).click();
    await tab(/plan\.ts \(Before ↔ After\)/).waitFor();
    const editor = page.locator('.monaco-diff-editor');
    await editor.filter({ hasText: 'one' }).filter({ hasText: 'two' }).waitFor();
    // A language colours the keyword.
    await editor
      .locator('span[class*="mtk"]', { hasText: /^const/ })
      .first()
      .waitFor();
    await screenshot(page, 'changes-2-diff');
    await editor.locator('.editor.modified .view-lines').click();
    await page.keyboard.type('x');
    await page.getByText('Cannot edit in read-only editor').waitFor();
    await page.keyboard.press('Escape');
  });

  it('A file that changed since is overwritten only once the user has said so', async () => {
    const { page } = workbench();
    await say('write hello.txt with hello');
    writeFileSync(path('hello.txt'), 'mine\n');
    const prompt = view().bubbles.filter({ hasText: 'write hello.txt' });
    await prompt.getByRole('button', { name: 'Undo', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /1 file has changed since/ });
    await dialog.waitFor();
    await dialog.getByText('hello.txt').waitFor();
    await screenshot(page, 'changes-3-conflict');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(read('hello.txt'), 'mine\n');
    await prompt.getByRole('button', { name: 'Undo', exact: true }).click();
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await until(workbench().page, 'the new file is gone', () => !existsSync(path('hello.txt')));
    await prompt.getByRole('button', { name: 'Redo', exact: true }).click();
    await until(workbench().page, 'the lost text is back', () => existsSync(path('hello.txt')));
    assert.equal(read('hello.txt'), 'mine\n');
  });

  it('Review Changes opens what a command changed in the multi-diff editor, and Undo brings everything back', async () => {
    const { page } = workbench();
    await say('run: echo a > a.md; echo b > b.md; echo three > plan.ts');
    const prompt = view().bubbles.filter({ hasText: 'echo a' });
    await prompt.getByText('3 files', { exact: true }).waitFor();
    await prompt.getByRole('button', { name: 'Review Changes' }).click();
    await tab(/Changes for/).waitFor();
    await page.locator('.multiDiffEntry').nth(2).waitFor();
    await screenshot(page, 'changes-4-review');
    await prompt.getByRole('button', { name: 'Undo', exact: true }).click();
    await prompt.getByText('Undone', { exact: true }).waitFor();
    assert.equal(read('plan.ts'), 'const two = 2;\n');
    assert.ok(!existsSync(path('a.md')) && !existsSync(path('b.md')));
  });

  it('What is undone is still undone after a reload of the window, and Undo from Here takes back everything after a prompt', async () => {
    await workbench().reload();
    await openView(workbench().page);
    const command = view().bubbles.filter({ hasText: 'echo a' });
    await command.getByText('Undone', { exact: true }).waitFor();
    await view()
      .bubbles.filter({ hasText: 'write plan.ts' })
      .getByRole('button', { name: 'Undo from Here' })
      .click();
    await workbench()
      .page.getByRole('dialog', { name: /has changed since/ })
      .getByRole('button', { name: 'Overwrite' })
      .click();
    await until(
      workbench().page,
      'the first file is as it was',
      () => read('plan.ts') === 'const one = 1;\n',
    );
    assert.ok(!existsSync(path('hello.txt')));
  });

  it('Undo asks to stop a run first', async () => {
    const { page } = workbench();
    const prompt = view().bubbles.filter({ hasText: 'write plan.ts' });
    await prompt.getByRole('button', { name: 'Redo', exact: true }).click();
    await until(workbench().page, 'the change is back', () => read('plan.ts') === 'const two = 2;\n');
    await view().composer.click();
    await view().composer.fill('run: sleep 100');
    await page.keyboard.press('Enter');
    await view().tool('sleep 100').waitFor();
    await prompt.getByRole('button', { name: 'Undo', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /pi is still working/ });
    await dialog.getByRole('button', { name: 'Stop and Undo' }).click();
    await until(workbench().page, 'the change is undone', () => read('plan.ts') === 'const one = 1;\n');
    await view().idle();
  });
});
