import { strict as assert } from 'node:assert';
import type { Item } from '../../src/protocol/item';
import { withBrowser, type PanelPage } from './panelPage';
import { question } from './samples';

const text = (id: string, words: string): Item => ({ kind: 'text', id, text: words, open: false });
/** An item as no host makes it. */
const broken = { kind: 'text', id: 'broken', text: 7, open: false } as unknown as Item;

/** Answers that once ended the page, or left it empty. */
const degenerate: Readonly<Record<string, string>> = {
  quotes: `${'> '.repeat(2_200)}x`,
  bullets: `${'- '.repeat(1_140)}x`,
  'numbered items': `${'1. '.repeat(1_140)}x`,
  'more bullets': '- '.repeat(3_000),
  'all of them': `${'> - 1. *a [b '.repeat(1_000)}x`,
  tables: `| a |\n|---|\n${'| > - x |\n'.repeat(3_000)}`,
};

describe('Items that cannot be rendered', () => {
  const browser = withBrowser();

  const withItems = (...items: Item[]): Promise<PanelPage> =>
    browser.open({
      before: (host) => {
        host.state.items = [
          text('before', 'Words before.'),
          ...items,
          { kind: 'dialog', id: 'd1', request: question },
        ];
        host.state.dialogs = [question];
      },
    });

  it('A line stands for an item that cannot be rendered, and all other items and cards are rendered', async () => {
    const panel = await withItems(broken);
    await panel.page.getByText("Couldn't show this part of the conversation.").waitFor();
    await panel.page.getByText('Words before.').waitFor();
    await panel.page.locator('[data-dialog="d1"]').waitFor();
    await panel.page.getByRole('button', { name: 'Show as Text' }).click();
    await panel.page.locator('.output').getByText('"text": 7').waitFor();
    await panel.host.add(text('after', 'Words after.'));
    await panel.page.getByText('Words after.').waitFor();
    assert.deepEqual(await panel.axe(), []);
    await panel.screenshot('undrawable');
    await panel.page.reload();
    await panel.thread();
    await panel.page.getByText('Words before.').waitFor();
    await panel.page.locator('[data-dialog="d1"]').waitFor();
  });

  it('An item that could not be rendered is rendered again after it changes', async () => {
    const panel = await withItems(broken);
    await panel.page.getByText("Couldn't show this part of the conversation.").waitFor();
    await panel.host.observe({ type: 'item-changed', id: 'broken', patch: { text: 'Now it has words.' } });
    await panel.page.getByText('Now it has words.').waitFor();
    await panel.page.getByText("Couldn't show this part of the conversation.").waitFor({ state: 'detached' });
  });

  for (const [name, answer] of Object.entries(degenerate)) {
    it(`An endlessly nested answer of ${name} is rendered, at once or while it is written, and so is the rest`, async () => {
      const panel = await withItems(text('deep', answer));
      await panel.page.locator('[data-dialog="d1"]').waitFor();
      await panel.host.add({ kind: 'text', id: 'grows', text: '', open: true });
      for (let at = 0; at < answer.length; at += 500)
        await panel.host.observe({ type: 'text-delta', id: 'grows', delta: answer.slice(at, at + 500) });
      await panel.host.observe({ type: 'item-changed', id: 'grows', patch: { open: false } });
      await panel.host.add(text('after', 'Words after.'));
      await panel.page.getByText('Words after.').waitFor();
      assert.equal(await panel.page.getByText("Couldn't show").count(), 0);
      const height = await panel.page
        .locator('.answer')
        .nth(1)
        .evaluate((element) => element.clientHeight);
      assert.ok(name === 'tables' || height < 10_000, `${height} px`);
    });
  }
});
