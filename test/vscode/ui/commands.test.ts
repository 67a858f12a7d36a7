import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chat } from '../driver/chat';
import { pickRow, runCommand } from '../driver/palette';
import { openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/wait';

/** What a workspace brings along: an extension, a prompt template and a skill. */
const files = {
  '.pi/extensions/fruit.ts': `
export default function (pi) {
  pi.registerCommand('fruit', {
    description: 'Ask for a fruit',
    handler: async (_args, ctx) => ctx.ui.notify('The fruit is ' + (await ctx.ui.select('Which fruit?', ['Apple', 'Pear']))),
  });
}
`,
  '.pi/prompts/greet.md': '---\ndescription: Greets\n---\nadd a line "hi $1" to notes.txt',
  '.pi/skills/counting/SKILL.md': '---\nname: counting\ndescription: Counts\n---\ncount to 3\n',
};

describe('slash commands', () => {
  const workbench = useWorkbench({ files });
  const chat = () => new Chat(workbench().page, 'view');

  it('are offered before pi is loaded, and one that is picked is gone on with at its end', async () => {
    const { page } = workbench();
    await openView(page);
    await chat().composer.click();
    await page.keyboard.type('/');
    await chat().frame.getByRole('option', { name: '/new' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('x');
    assert.equal(await chat().composer.inputValue(), '/new x');
    await chat().composer.fill('');
  });

  it('that nobody knows are refused with what there is, and the text stays', async () => {
    await chat().send('/nonsense word');
    await chat().frame.getByText('Unknown command /nonsense.').waitFor();
    assert.equal(await chat().composer.inputValue(), '/nonsense word');
    await screenshot(workbench().page, 'commands-1-unknown');
    await chat().composer.fill('');
  });

  it('come from the workspace’s templates and skills', async () => {
    await chat().send('/greet world');
    await chat().answers.filter({ hasText: 'Added the line to notes.txt' }).waitFor();
    await chat().idle();
    await chat().send('/skill:counting');
    await chat().answers.filter({ hasText: '1 2 3' }).waitFor();
    await chat().idle();
    assert.deepEqual(await chat().bubbles.allInnerTexts(), ['/greet world', '/skill:counting']);
  });

  it('of an extension may ask while other prompts go on', async () => {
    await chat().send('/fruit');
    const card = chat().card('Which fruit?');
    await card.waitFor();
    await chat().send('read notes.txt');
    await chat().answers.filter({ hasText: 'hi world' }).waitFor();
    assert.equal(await card.count(), 1);
    await card.getByText('Pear').click();
    await chat().frame.getByText('The fruit is Pear').first().waitFor();
    await chat().idle();
  });

  it('name the thread, and begin a new one while the old one goes on', async () => {
    const { page } = workbench();
    await chat().send('/name The first one');
    await chat().frame.getByRole('heading', { name: 'The first one' }).waitFor();
    await chat().idle();
    await chat().send('count to 60');
    await chat().answers.filter({ hasText: '1 2 3 4 5' }).waitFor();
    await chat().send('/new');
    await until(page, 'an empty thread', async () => (await chat().bubbles.count()) === 0);
    await chat().send('list the files');
    await chat().answers.filter({ hasText: 'README.md' }).waitFor();
    await chat().idle();
    await runCommand(page, 'Enso: Show Thread History');
    await pickRow(page, 'The first one');
    await chat().answers.filter({ hasText: '58 59 60' }).waitFor();
    await chat().idle();
  });

  it('with an exclamation mark run in the person’s own shell, until a stop', async () => {
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
});

describe('slash commands that work on the whole thread', () => {
  /** Little is kept, so that a short conversation can be compacted. */
  const settings = JSON.stringify({ compaction: { keepRecentTokens: 50, reserveTokens: 100 } });
  const workbench = useWorkbench({ home: { '.pi/agent/settings.json': settings } });
  const chat = () => new Chat(workbench().page, 'view');

  it('load what was added to the workspace meanwhile', async () => {
    await openView(workbench().page);
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
    await chat().send('/reload ');
    await chat().frame.getByText('/reload', { exact: true }).first().waitFor();
    await chat().idle();
    await chat().send('/late ');
    await chat().frame.getByText('late is here').first().waitFor();
    await chat().idle();
  });

  it('compact the conversation, which stays in view and goes on', async () => {
    await chat().send('list the files');
    await chat().answers.filter({ hasText: 'These are the files' }).nth(1).waitFor();
    await chat().idle();
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
