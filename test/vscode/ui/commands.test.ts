import { strict as assert } from 'node:assert';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilAnswered } from '../driver/answers';
import { Chat } from '../driver/chat';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { showThread, untilThreadChanges } from '../driver/threads';
import { useWorkbench } from '../driver/useWorkbench';

describe('Slash commands', () => {
  const workbench = useWorkbench(standard);
  const chat = () => new Chat(workbench().page, 'view');

  it('Slash commands are suggested before pi has loaded, and text continues after the one that is picked', async () => {
    const { page } = workbench();
    await chat().composer.click();
    await page.keyboard.type('/');
    await chat().frame.getByRole('option', { name: '/new' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('x');
    assert.equal(await chat().composer.inputValue(), '/new x');
    await chat().composer.fill('');
  });

  it('An unknown slash command is refused, and its text stays in the composer', async () => {
    await chat().send('/nonsense word');
    await chat().frame.getByText('Unknown command /nonsense.').waitFor();
    assert.equal(await chat().composer.inputValue(), '/nonsense word');
    await screenshot(workbench().page, 'commands-1-unknown');
    await chat().composer.fill('');
  });

  it('Slash commands include the prompt templates and skills of the workspace', async () => {
    await chat().send('/greet world');
    await chat().answers.filter({ hasText: 'Added the line to notes.txt' }).waitFor();
    await chat().idle();
    await chat().send('/skill:counting');
    await chat().answers.filter({ hasText: '1 2 3' }).waitFor();
    await chat().idle();
    assert.deepEqual(await chat().bubbles.locator('.words').allInnerTexts(), [
      '/greet world',
      '/skill:counting',
    ]);
  });

  it('A command of an extension may ask while other prompts run', async () => {
    await chat().send('/fruit');
    const card = chat().card('Which fruit?');
    await card.waitFor();
    await chat().send('read notes.txt');
    await chat().answers.filter({ hasText: 'say goodbye, too' }).waitFor();
    assert.equal(await card.count(), 1);
    await chat().armedCard('Which fruit?').getByText('Pear').click();
    await untilAnswered(workbench(), 'fruit "Pear"');
    await chat().idle();
  });

  it('Slash commands name the thread, and start a new one while the old one continues', async () => {
    await chat().send('/name The first one');
    await chat().frame.getByRole('heading', { name: 'The first one', exact: true }).waitFor();
    await chat().idle();
    await chat().send('count to 60');
    await chat().answers.filter({ hasText: '1 2 3 4 5' }).waitFor();
    await untilThreadChanges(chat(), () => chat().send('/new'));
    await chat().send('list the files');
    await chat().answers.filter({ hasText: 'README.md' }).waitFor();
    await chat().idle();
    await showThread(chat(), 'The first one');
    await chat().answers.filter({ hasText: '58 59 60' }).waitFor();
    await chat().idle();
  });

  it("A command with an exclamation mark runs in the user's shell until a stop", async () => {
    const { page } = workbench();
    await chat().send('!echo from the shell; sleep 300');
    const tool = chat().tool('echo from the shell');
    await tool.waitFor();
    await chat().button('Stop').waitFor();
    await screenshot(page, 'commands-2-shell');
    await chat().composer.press('Escape');
    await chat().idle();
    await tool.filter({ hasText: 'stopped' }).waitFor();
    assert.equal(await chat().composer.inputValue(), '');
  });

  it('The reload command loads extensions that were added to the workspace meanwhile', async () => {
    await chat().send('list the files');
    await chat().answers.filter({ hasText: 'These are the files' }).waitFor();
    await chat().idle();
    const extensions = join(workbench().folder, '.pi', 'extensions');
    mkdirSync(extensions, { recursive: true });
    writeFileSync(
      join(extensions, 'late.ts'),
      `export default function (pi) {
        pi.registerCommand('late', { description: 'Late', handler: async (_a, ctx) => ctx.ui.notify('late is here') });
      }`,
    );
    try {
      await chat().send('/reload ');
      await chat().frame.getByText('/reload', { exact: true }).first().waitFor();
      await chat().idle();
      await chat().send('/late ');
      await chat().frame.getByText('late is here').first().waitFor();
      await chat().idle();
    } finally {
      rmSync(join(extensions, 'late.ts'));
    }
  });

  it('The compact command compacts the conversation, which stays in view and continues', async () => {
    for (const nth of [0, 1]) {
      await chat().send('list the files');
      await chat().answers.filter({ hasText: 'These are the files' }).nth(nth).waitFor();
      await chat().idle();
    }
    await chat().send('/compact ');
    await chat().frame.getByText('Compacted the conversation').waitFor();
    await chat().idle();
    await screenshot(workbench().page, 'commands-compacted');
    assert.equal(await chat().composer.inputValue(), '');
    await chat().send('read notes.txt');
    await chat().answers.filter({ hasText: 'Contents of notes.txt' }).waitFor();
    assert.equal(await chat().bubbles.filter({ hasText: 'list the files' }).count(), 2);
  });
});
