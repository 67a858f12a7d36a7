import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { answerInput, pickRow, quickInput, quickRow, runCommand } from '../driver/palette';
import { openToSide, openView } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { useWorkbench } from '../driver/useWorkbench';

/** An extension of pi, as a person would have it in pi's own folder. */
const fruit = `
export default function (pi) {
  pi.registerCommand('fruit', {
    description: 'Ask for a fruit',
    handler: async (_args, ctx) => {
      const picked = await ctx.ui.select('Which fruit?', ['Apple', 'Pear', 'Plum']);
      ctx.ui.notify('The fruit is ' + picked);
    },
  });
  pi.registerCommand('sure', {
    description: 'Ask for a confirmation',
    handler: async (_args, ctx) => {
      const sure = await ctx.ui.confirm('Quite sure?', 'Nothing happens either way.');
      ctx.ui.notify(sure ? 'Quite sure' : 'Not sure');
    },
  });
  pi.registerCommand('word', {
    description: 'Ask for a word',
    handler: async (_args, ctx) => {
      const word = await ctx.ui.input('Which word?', 'a word');
      ctx.ui.notify('The word is ' + word);
    },
  });
}
`;

describe('a question of a pi extension', () => {
  const workbench = useWorkbench({ home: { '.pi/agent/extensions/fruit.ts': fruit } });
  const view = () => new Chat(workbench().page, 'view');
  const side = () => new Chat(workbench().page, 0);

  it('is a card in every panel of the thread', async () => {
    const { page } = workbench();
    await openView(page);
    await openToSide(page);
    await side().composer.waitFor();
    await view().send('/fruit');
    await view().card('Which fruit?').waitFor();
    await side().card('Which fruit?').waitFor();
    await screenshot(page, 'question-1-cards');
  });

  it('is answered through a QuickPick by keyboard, and the cards close', async () => {
    const { page } = workbench();
    await runCommand(page, 'Enso: Answer Question');
    await quickRow(page, 'Pear').waitFor();
    await screenshot(page, 'question-2-quick-pick');
    await pickRow(page, 'Pear');
    await view().settled('Which fruit?').filter({ hasText: 'Pear' }).waitFor();
    await side().settled('Which fruit?').filter({ hasText: 'Quick Pick' }).waitFor();
    await view().frame.getByText('The fruit is Pear').first().waitFor();
    assert.equal(await view().card('Which fruit?').count(), 0);
    await view().idle();
    await screenshot(page, 'question-3-answered');
  });

  it('stays open when its QuickPick goes away, and closes it when a card answers', async () => {
    const { page } = workbench();
    await view().send('/sure');
    await view().card('Quite sure?').waitFor();
    await runCommand(page, 'Enso: Answer Question');
    await quickRow(page, 'Yes').waitFor();
    await page.keyboard.press('Escape');
    await quickInput(page).waitFor({ state: 'hidden' });
    assert.equal(await side().card('Quite sure?').count(), 1);

    await runCommand(page, 'Enso: Answer Question');
    await quickRow(page, 'Yes').waitFor();
    await side().armedCard('Quite sure?').getByRole('button', { name: 'No', exact: true }).click();
    await quickInput(page).waitFor({ state: 'hidden' });
    await view().settled('Quite sure?').filter({ hasText: 'No' }).waitFor();
    await view().frame.getByText('Not sure').first().waitFor();
    await view().idle();
  });

  it('for a word is answered through an InputBox', async () => {
    const { page } = workbench();
    await view().send('/word');
    await view().card('Which word?').waitFor();
    await runCommand(page, 'Enso: Answer Question');
    await answerInput(page, 'ensō');
    await view().settled('Which word?').filter({ hasText: 'ensō' }).waitFor();
    await view().frame.getByText('The word is ensō').first().waitFor();
    await view().idle();
    await screenshot(page, 'question-4-word');
  });
});
