import { strict as assert } from 'node:assert';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { Chat } from '../driver/chat';
import { answerInput, pickRow, quickInput, quickRow, runCommand } from '../driver/palette';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

describe('Approvals', () => {
  const workbench = useWorkbench({ ...standard, settings: { 'enso.approvals': 'ask' } });
  const view = () => new Chat(workbench().page, 'view');
  const there = (path: string) => existsSync(join(workbench().folder, path));

  /** Sends a text that the keyboard may not be able to type. */
  async function say(text: string): Promise<void> {
    await view().composer.click();
    await view().composer.fill(text);
    await workbench().page.keyboard.press('Enter');
  }

  /** Moves from the composer into the card by keyboard, and presses a key there when the card accepts input. */
  async function press(card: Locator, key: string): Promise<void> {
    const { page } = workbench();
    await card.and(view().frame.locator('[data-armed="yes"]')).waitFor();
    await view().composer.click();
    for (let left = 30; (await card.locator(':focus').count()) === 0; left -= 1) {
      assert.ok(left > 0, 'Shift+Tab leads into the card');
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press(key);
  }

  it('A command is asked about in a card, and a number key allows it once', async () => {
    const { page } = workbench();
    await say('run: echo one > one.txt');
    const card = view().card('Run this command?');
    await card.getByText('echo one > one.txt', { exact: true }).waitFor();
    assert.equal(there('one.txt'), false);
    await screenshot(page, 'approval-1-command');
    await press(card, '1');
    await view().askedCall('echo one').filter({ hasText: 'allowed once' }).waitFor();
    await view().idle();
    assert.equal(there('one.txt'), true);
  });

  it('Text that is typed or sent while a command waits for approval is queued and allows nothing', async () => {
    await say('run: touch typed.txt');
    const card = view().armedCard('Run this command?');
    await card.waitFor();
    for (const text of ['yes', '1', 'after that count to 3']) {
      await view().send(text);
      await view().queued.filter({ hasText: text }).last().waitFor();
    }
    assert.equal(await card.count(), 1);
    assert.equal(there('typed.txt'), false);
    await screenshot(workbench().page, 'approval-0-typed');
    await press(view().card('Run this command?'), '4');
    await view().bubbles.filter({ hasText: 'after that count to 3' }).waitFor();
    await view().idle();
    assert.equal(there('typed.txt'), false);
    assert.equal(
      await view()
        .bubbles.filter({ hasText: /^\s*(yes|1)\s*$/ })
        .count(),
      2,
    );
  });

  it('A command that a number key denies does not run', async () => {
    await say('run: touch two.txt');
    await press(view().card('Run this command?'), '4');
    await view().askedCall('touch two.txt').filter({ hasText: 'denied' }).waitFor();
    await view().answers.filter({ hasText: 'The user denied this.' }).first().waitFor();
    await view().idle();
    assert.equal(there('two.txt'), false);
  });

  it('The model receives the reason for a denial', async () => {
    const { page } = workbench();
    await say('run: touch three.txt');
    await press(view().card('Run this command?'), '5');
    const why = view().card('Run this command? Why not?');
    await why.and(view().frame.locator('[data-armed="yes"]')).waitFor();
    await page.keyboard.type('three is enough');
    await screenshot(page, 'approval-2-why');
    await page.keyboard.press('Enter');
    await view().answers.filter({ hasText: 'and said: three is enough' }).first().waitFor();
    await view().idle();
    assert.equal(there('three.txt'), false);
  });

  it('The Quick Pick asks for the reason of a denial next', async () => {
    const { page } = workbench();
    await say('run: touch four.txt');
    await view().card('Run this command?').waitFor();
    await runCommand(page, 'Enso: Answer Question');
    const why = quickInput(page).locator('.quick-input-title', { hasText: 'Why not?' });
    await pickRow(page, 'Deny with Reason…', why);
    await quickInput(page).locator('input:focus').waitFor();
    await screenshot(page, 'approval-3-why-input');
    await answerInput(page, 'four is too much');
    await view().answers.filter({ hasText: 'and said: four is too much' }).first().waitFor();
    await view().idle();
    assert.equal(there('four.txt'), false);
  });

  it('A question about a command spells out invisible characters', async () => {
    const { page } = workbench();
    await say('run: echo safe\u202e\u200b > four.txt');
    const card = view().card('Run this command?');
    await card.getByText('U+202E').waitFor();
    await card.getByText('U+200B').waitFor();
    await screenshot(page, 'approval-3-invisible');
    await runCommand(page, 'Enso: Answer Question');
    await quickRow(page, 'U+202E').waitFor();
    await pickRow(page, 'Deny');
    await view().idle();
    assert.equal(there('four.txt'), false);
  });

  it('An edit is a diff in the card and in the Quick Pick, where it is allowed', async () => {
    const { page } = workbench();
    await say('replace Hello with Good day in src/greet.js');
    const card = view().card('Edit this file?');
    await card.locator('.diff-row.removed', { hasText: 'Hello' }).waitFor();
    await card.locator('.diff-row.added', { hasText: 'Good day' }).waitFor();
    await screenshot(page, 'approval-4-edit');
    await runCommand(page, 'Enso: Answer Question');
    await quickRow(page, 'Good\u00a0day').waitFor();
    const rule = quickInput(page).locator('.monaco-list-row', { hasText: 'other program runs or obeys.' });
    await rule.locator('.label-description', { hasText: 'workspace/…' }).waitFor();
    await screenshot(page, 'approval-5-edit-quick-pick');
    // The rows of this edit don't fit in the list.
    await quickInput(page).getByRole('button', { name: 'Open Full Preview' }).click();
    await quickRow(page, 'Open Full Preview first').waitFor({ state: 'detached' });
    await pickRow(page, 'Allow Once');
    await view().askedCall('greet.js').filter({ hasText: 'allowed once · Quick Pick' }).waitFor();
    await view().idle();
    assert.match(readFileSync(join(workbench().folder, 'src/greet.js'), 'utf8'), /Good day/);
  });

  it('A long preview opens in full as a document', async () => {
    const { page } = workbench();
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index + 1}`);
    await say(`write long.txt with ${lines.join('\n')}`);
    await view().card('Write this file?').waitFor();
    await runCommand(page, 'Enso: Answer Question');
    await quickRow(page, 'Allow Once').waitFor();
    await quickInput(page).getByRole('button', { name: 'Open Full Preview' }).click();
    await page.locator('.monaco-editor').getByText('+line 1', { exact: true }).first().waitFor();
    await screenshot(page, 'approval-6-whole');
    // The rows change once the preview is open. Enter counts only after a key that was pressed after that.
    await quickRow(page, 'Open Full Preview first').waitFor({ state: 'detached' });
    // Only the visible rows of a long list are rendered. The last rows are reached from the top by the Up Arrow key.
    const focused = quickInput(page).locator('.monaco-list-row.focused');
    await quickInput(page).locator('input[type="text"]').first().click();
    for (const next of ['Deny with Reason…', 'Deny']) {
      await page.keyboard.press('ArrowUp');
      await focused.filter({ hasText: next }).waitFor();
    }
    await page.keyboard.press('Enter');
    await view().askedCall('long.txt').filter({ hasText: 'denied' }).waitFor();
    await view().idle();
    assert.equal(there('long.txt'), false);
  });

  it('An always-allowed command runs without a question until its rule is removed', async () => {
    const { page } = workbench();
    await say('run: touch five.txt');
    await press(view().card('Run this command?'), '3');
    await until(page, 'the file', () => there('five.txt'));
    await view().idle();
    rmSync(join(workbench().folder, 'five.txt'));
    await say('run: touch five.txt');
    await until(page, 'the file once more', () => there('five.txt'));
    await view().idle();
    await runCommand(page, 'Enso: Manage Approvals');
    const row = quickRow(page, 'touch five.txt');
    await row
      .filter({ hasText: 'Always, in workspace' })
      .filter({ hasText: /Since .*\d/ })
      .waitFor();
    await screenshot(page, 'approval-7-manage');
    await pickRow(page, 'touch five.txt');
    rmSync(join(workbench().folder, 'five.txt'));
    await say('run: touch five.txt');
    await view().card('Run this command?').waitFor();
    await runCommand(page, 'Enso: Stop');
    await view().askedCall('touch five.txt').filter({ hasText: 'stopped' }).waitFor();
    await view().idle();
    assert.equal(there('five.txt'), false);
  });
});
