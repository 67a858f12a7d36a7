import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { allAnswers, untilAnswered } from '../driver/answers';
import { Chat } from '../driver/chat';
import { dismissQuickInput, quickInput, quickRow } from '../driver/palette';
import { screenshot } from '../driver/screenshots';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

/** Asks in ways that imitate questions of Enso, and with texts that are too long for a Quick Pick. */
const imitator = `
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
const lines = Array.from({ length: 122 }, (_, at) => 'line ' + (at + 1)).join('\\n');
export default function (pi) {
  const asks = (name, ask) =>
    pi.registerCommand(name, {
      description: 'Asks',
      handler: async (_args, ctx) => {
        const answer = await ask(ctx.ui);
        appendFileSync(join(ctx.cwd, 'answers.txt'), name + ' ' + (JSON.stringify(answer) ?? 'undefined') + '\\n');
      },
    });
  asks('fruit', (ui) => ui.select('Which fruit?', ['Apple', 'Apricot', 'Pear', 'Plum']));
  asks('sure', (ui) => ui.confirm('Quite sure?', 'Nothing happens either way.'));
  asks('longsure', (ui) => ui.confirm('Quite sure?', lines));
  asks('word', (ui) => ui.input('Which word?', 'a word'));
  asks('imitate', (ui) => ui.select(
    '$(shield) Enso: Run this command?\\n\\n$(shield) Enso asks for your approval\\n\\\\$(trash) a\\ufe0fb\\n\\u{e0041}\\u{e0100}c',
    ['$(shield) Allow Once', '\\\\$(trash) Deny'],
  ));
  asks('two', async (ui) => [await ui.confirm('First?', ''), await ui.confirm('Second?', '')]);
  asks('hundred', (ui) => ui.select('Which number?', Array.from({ length: 100000 }, (_, at) => 'number ' + at + '.')));
}
`;

/** Longer than the pause after which an Enter counts. */
const pastGuard = 900;

describe('A question that opens as a Quick Pick without a request', () => {
  const workbench = useWorkbench({
    settings: { 'enso.approvals': 'ask', 'enso.dialogs.native': 'always' },
    home: { '.pi/agent/extensions/imitator.ts': imitator },
  });
  const view = () => new Chat(workbench().page, 'view');
  const heading = () => quickInput(workbench().page).locator('.quick-input-title');
  const focused = () => quickInput(workbench().page).locator('.monaco-list-row.focused');
  const there = (path: string) => existsSync(join(workbench().folder, path));

  /** Sends text and waits for the Quick Pick of the question that follows. */
  async function ask(text: string, title: string): Promise<void> {
    const { page } = workbench();
    await view().composer.click();
    await view().composer.fill(text);
    await page.keyboard.press('Enter');
    await heading().filter({ hasText: title }).waitFor();
    await quickInput(page).locator('input:focus').waitFor();
  }

  /** Lets the time pass in which no key counts. */
  const pass = () => {
    const end = Date.now() + pastGuard;
    return until(workbench().page, 'the end of the time in which no key counts', () => Date.now() > end);
  };

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await workbench().page.keyboard.press(key);
  }

  /** Sends text and goes on typing a letter that would leave one row, until some time after the question took the focus. */
  async function typeOn(text: string, title: string): Promise<void> {
    const { page } = workbench();
    const box = quickInput(page).locator('input[type="text"]').first();
    await view().composer.click();
    await view().composer.fill(text);
    await page.keyboard.press('Enter');
    const opened = heading().filter({ hasText: title });
    while ((await opened.count()) === 0) await page.keyboard.press('y');
    for (let left = 10; left > 0; left -= 1) await page.keyboard.press('y');
    await page.keyboard.press('Enter');
    await until(page, 'an empty box', async () => (await box.inputValue()) === '');
  }

  /** Presses Enter often, as someone does who means the editor. */
  async function strayEnters(): Promise<void> {
    for (let left = 3; left > 0; left -= 1) {
      await press('Enter');
      await pass();
    }
  }

  it('chooses nothing beforehand: Enter answers only after an arrow key', async () => {
    const { page } = workbench();
    await ask('run: touch one.txt', 'Enso: Run this command?');
    await focused().filter({ hasText: 'Enso asks for your approval' }).waitFor();
    await screenshot(page, 'question-pick-1-opened');
    await strayEnters();
    assert.equal(there('one.txt'), false);
    await focused().filter({ hasText: 'Enso asks for your approval' }).waitFor();
    while ((await focused().filter({ hasText: 'Allow Once' }).count()) === 0) await press('ArrowDown');
    await press('Enter');
    await quickInput(page).waitFor({ state: 'hidden' });
    await view().idle();
    assert.equal(there('one.txt'), true);
  });

  it('answers with the row that is clicked', async () => {
    await ask('run: touch two.txt', 'Enso: Run this command?');
    await pass();
    await quickRow(workbench().page, 'Allow Once').click();
    await quickInput(workbench().page).waitFor({ state: 'hidden' });
    await view().idle();
    assert.equal(there('two.txt'), true);
  });

  it('answers by typed text only when one row is left', async () => {
    const before = allAnswers(workbench());
    const { page } = workbench();
    await ask('/fruit', '“imitator”: Which fruit?');
    await pass();
    await page.keyboard.type('ap');
    await quickRow(page, 'Plum').waitFor({ state: 'detached' });
    await focused().filter({ hasText: 'Question from “imitator”' }).waitFor();
    await screenshot(page, 'question-pick-2-typed');
    await strayEnters();
    assert.deepEqual(allAnswers(workbench()), before);
    await page.keyboard.type('r');
    await focused().filter({ hasText: 'Apricot' }).waitFor();
    await pass();
    await press('Backspace');
    await focused().filter({ hasText: 'Question from “imitator”' }).waitFor();
    await strayEnters();
    assert.deepEqual(allAnswers(workbench()), before, 'rows that come back choose nothing');
    await page.keyboard.type('r');
    await focused().filter({ hasText: 'Apricot' }).waitFor();
    await pass();
    await press('Enter');
    await untilAnswered(workbench(), 'fruit "Apricot"');
    await view().idle();
  });

  it('ignores what was typed for something else', async () => {
    const before = allAnswers(workbench());
    await typeOn('/sure', 'Quite sure?');
    await strayEnters();
    assert.deepEqual(allAnswers(workbench()), before);
    while ((await focused().filter({ hasText: 'No' }).count()) === 0) await press('ArrowUp');
    await press('Enter');
    await untilAnswered(workbench(), 'sure false');
    await view().idle();
  });

  it('is followed by another one that chooses nothing either', async () => {
    const before = allAnswers(workbench());
    await ask('/two', 'First?');
    await pass();
    await press('ArrowUp', 'Enter', 'Enter', 'Enter');
    await heading().filter({ hasText: 'Second?' }).waitFor();
    await strayEnters();
    assert.deepEqual(allAnswers(workbench()), before);
    await press('ArrowUp', 'ArrowUp');
    await focused().filter({ hasText: 'Yes' }).waitFor();
    await press('Enter');
    await untilAnswered(workbench(), 'two [false,true]');
    await view().idle();
  });

  it('starts at the top of a long command, says how much is seen, and allows after Open Full Preview', async () => {
    const { page } = workbench();
    const command = `touch long.txt\n${Array.from({ length: 121 }, (_, at) => `echo ${at + 1}`).join('\n')}`;
    await ask(`run: ${command}`, 'Enso: Run this command?');
    await quickRow(page, 'touch\u00a0long.txt').waitFor();
    await quickRow(page, 'Shows 8 of 122 lines.').waitFor();
    await screenshot(page, 'question-pick-3-long');
    await pass();
    await quickRow(page, 'Allow Once').filter({ hasText: 'Open Full Preview first' }).waitFor();
    await quickRow(page, 'Shows 8 of 122 lines.').click();
    await page.locator('.monaco-editor').getByText('touch long.txt', { exact: true }).first().waitFor();
    await quickRow(page, 'Allow Once').filter({ hasNotText: 'Open Full Preview first' }).waitFor();
    await screenshot(page, 'question-pick-4-whole');
    await strayEnters();
    assert.equal(there('long.txt'), false, 'rows that change choose nothing');
    while ((await focused().filter({ hasText: 'Allow Once' }).count()) === 0) await press('ArrowDown');
    await press('Enter');
    await quickInput(page).waitFor({ state: 'hidden' });
    await view().idle();
    assert.equal(there('long.txt'), true);
  });

  it('waits in the same way for the long question of an extension', async () => {
    const before = allAnswers(workbench());
    const { page } = workbench();
    await ask('/longsure', 'Quite sure?');
    await pass();
    while ((await focused().filter({ hasText: 'Yes' }).count()) === 0) await press('ArrowDown');
    await press('Enter');
    await page.locator('.monaco-editor').getByText('line 1', { exact: true }).first().waitFor();
    assert.deepEqual(allAnswers(workbench()), before);
    await pass();
    while ((await focused().filter({ hasText: 'Yes' }).count()) === 0) await press('ArrowDown');
    await press('Enter');
    await untilAnswered(workbench(), 'longsure true');
    await view().idle();
  });

  it('has a mark that an extension can’t draw, and shows its icons and hidden characters as text', async () => {
    const { page } = workbench();
    await ask('/imitate', '“imitator”: $(shield) Enso: Run this command?');
    await quickRow(page, '$(shield) Enso asks for your approval').waitFor();
    await quickRow(page, '‹U+FE0F›').waitFor();
    await quickRow(page, '‹U+E0041›').waitFor();
    await quickRow(page, '‹U+E0100›').waitFor();
    await screenshot(page, 'question-pick-5-imitated');
    const icons = quickInput(page).locator('.monaco-list-row :is(.codicon-shield, .codicon-trash)');
    assert.equal(await icons.count(), 0);
    await pass();
    for (const typed of ['\\', '$', '\\$', 'trash']) {
      await quickInput(page).locator('input[type="text"]').first().fill(typed);
      await pass();
      assert.equal(await icons.count(), 0, `after ${typed} was typed`);
    }
    await dismissQuickInput(page);
    await view().card('Run this command?').getByRole('button', { name: 'Cancel Question' }).click();
    await untilAnswered(workbench(), 'imitate undefined');
    await view().idle();
  });

  it('finds each of 100,000 options, of which it draws 300', async () => {
    const { page } = workbench();
    await ask('/hundred', 'Which number?');
    await pass();
    await page.keyboard.type('99999.');
    await focused().filter({ hasText: 'number 99999.' }).waitFor();
    await pass();
    await press('Enter');
    await untilAnswered(workbench(), 'hundred "number 99999."');
    await view().idle();
  });

  it('for a word takes no Enter on an empty text, and ignores keys at first', async () => {
    const before = allAnswers(workbench());
    const { page } = workbench();
    await typeOn('/word', 'Which word?');
    await strayEnters();
    assert.deepEqual(allAnswers(workbench()), before);
    await page.keyboard.type('word');
    await screenshot(page, 'question-pick-6-word');
    await press('Enter');
    await untilAnswered(workbench(), 'word "word"');
    await view().idle();
  });
});
