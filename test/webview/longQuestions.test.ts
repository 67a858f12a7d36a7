import { strict as assert } from 'node:assert';
import type { DialogRequest, Preview } from '../../src/protocol/dialog';
import { assertShortTasks } from './longestTask';
import { withBrowser, type PanelPage } from './panelPage';
import { themeNames } from './themes';

const decisions = ['allow-once', 'allow-in-thread', 'deny', 'deny-with-reason'] as const;
const options = ['Allow Once', 'Allow in This Thread', 'Deny', 'Deny with Reason…'];

const approval = (preview: Preview): DialogRequest => ({
  kind: 'select',
  id: 'a',
  title: 'Run this command?',
  askedBy: 'Enso',
  fromEnso: true,
  options,
  decisions,
  preview,
});

const lines = (count: number) => Array.from({ length: count }, (_, at) => `echo ${at + 1}`).join('\n');

const patch = (count: number) =>
  `--- a\n+++ b\n@@ -0,0 +1,${count} @@\n${Array.from({ length: count }, (_, at) => `+line ${at + 1}`).join('\n')}\n`;

const ask = async (panel: PanelPage, request: DialogRequest): Promise<void> => {
  await panel.host.observe({ type: 'dialog-opened', request });
  await panel.page.locator(`[data-dialog="${request.id}"][data-armed="yes"]`).waitFor();
};

const option = (panel: PanelPage, name: string) =>
  panel.page.locator('.option', { hasText: new RegExp(`^\\s*\\d?\\s*${name}\\s*$`) });

/** Returns the values that the panel has answered with. */
const answers = (panel: PanelPage) => panel.host.all('answer').map(({ request }) => request.answer);

/** Tries each way in which a card can allow something. */
async function tryToAllow(panel: PanelPage): Promise<void> {
  const { page } = panel;
  await option(panel, 'Allow Once').click({ force: true });
  await option(panel, 'Allow in This Thread').click({ force: true });
  await option(panel, 'Allow Once').focus();
  for (const key of ['Enter', 'Space', '1', '2']) await page.keyboard.press(key);
  await panel.messagesProcessed();
}

const scrollToEnd = (panel: PanelPage, box: string) =>
  panel.page.locator(box).evaluate((element) => element.scrollTo(0, element.scrollHeight));

describe('A long question in the panel', () => {
  const browser = withBrowser();

  it('Nothing is allowed by click, key or digit before the end of a command was on screen', async () => {
    const panel = await browser.open();
    await ask(panel, approval({ format: 'text', text: lines(122) }));
    await panel.page.getByText(/^\d+ of 122 lines seen$/).waitFor();
    await panel.page.getByText('Scroll to the end to allow.').waitFor();
    assert.equal(await option(panel, 'Allow Once').getAttribute('aria-disabled'), 'true');
    assert.equal(await option(panel, 'Deny').getAttribute('aria-disabled'), null);
    await tryToAllow(panel);
    assert.deepEqual(answers(panel), []);
    await scrollToEnd(panel, '.about');
    await panel.page.getByText('Scroll to the end to allow.').waitFor({ state: 'detached' });
    await option(panel, 'Allow Once').click();
    assert.deepEqual((await panel.host.request('answer')).request.answer, { value: 'Allow Once' });
  });

  it('A denial needs no reading', async () => {
    const panel = await browser.open();
    await ask(panel, approval({ format: 'text', text: lines(122) }));
    await option(panel, 'Deny').focus();
    await panel.page.keyboard.press('3');
    assert.deepEqual((await panel.host.request('answer')).request.answer, { value: 'Deny' });
  });

  it('Every line that was on screen is counted, and all of them make the count', async () => {
    const panel = await browser.open();
    await ask(panel, approval({ format: 'diff', text: patch(60), path: 'a.txt' }));
    await panel.page.getByText(/^\d+ of 60 lines seen$/).waitFor();
    const box = panel.page.locator('.preview-diff');
    for (let seen = 0; seen < 60;) {
      await box.evaluate((element) => element.scrollBy(0, 100));
      seen = await panel.page.locator('.read-status').evaluate(
        (status) =>
          new Promise<number>((resolve) =>
            // The count follows in the frame after the one that scrolled.
            requestAnimationFrame(() =>
              requestAnimationFrame(() => resolve(Number(/^\s*(\d+)/.exec(status.textContent)?.[1] ?? 0))),
            ),
          ),
      );
    }
    await panel.page.getByText('60 lines', { exact: true }).waitFor();
  });

  for (const [what, preview] of [
    ['a command of one long line', { format: 'text', text: `echo ${'x'.repeat(9_000)}` }],
    ['a diff with one long line', { format: 'diff', text: `@@ -0,0 +1 @@\n+${'x'.repeat(9_000)}\n` }],
    ['a command in a card that ends below the panel', { format: 'text', text: lines(6) }],
  ] as const) {
    it(`The end of ${what} has to be on screen`, async () => {
      const panel = await browser.open({ height: what.includes('below') ? 240 : 700 });
      await ask(panel, approval(preview));
      await panel.page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, 0));
      await panel.page.getByText('Scroll to the end to allow.').waitFor({ state: 'attached' });
      await panel.page
        .locator('.option')
        .first()
        .evaluate((element: HTMLElement) => element.click());
      assert.deepEqual(answers(panel), []);
      await panel.page.locator('.row-end').last().scrollIntoViewIfNeeded();
      await panel.page.locator('.option[aria-disabled]').first().waitFor({ state: 'detached' });
      await panel.page
        .locator('.option')
        .first()
        .evaluate((element: HTMLElement) => element.click());
      assert.deepEqual((await panel.host.request('answer')).request.answer, { value: 'Allow Once' });
    });
  }

  it('A text that a card draws in part is allowed only after the whole was opened', async () => {
    const panel = await browser.open();
    await ask(panel, approval({ format: 'text', text: lines(20_000) }));
    await panel.page.getByText(/^\d+ of 20,000 lines seen$/).waitFor();
    await panel.page.getByText('Open the full preview to allow.').waitFor();
    await scrollToEnd(panel, '.about');
    await panel.page.getByText('echo 300', { exact: true }).waitFor();
    assert.equal(await panel.page.locator('.code-row').count(), 300);
    await tryToAllow(panel);
    assert.deepEqual(answers(panel), []);
    await panel.page.getByRole('button', { name: 'Open Full Preview' }).click();
    const { id } = await panel.host.request('open-question');
    await tryToAllow(panel);
    assert.deepEqual(answers(panel), [], 'not before the document is open');
    await panel.host.reply(id, { ok: true });
    await panel.page.locator('.option[aria-disabled]').first().waitFor({ state: 'detached' });
    await option(panel, 'Allow Once').click();
    assert.deepEqual((await panel.host.request('answer')).request.answer, { value: 'Allow Once' });
  });

  it('A preview that can’t be opened allows nothing and says why', async () => {
    const panel = await browser.open();
    await ask(panel, approval({ format: 'text', text: lines(1_000) }));
    await panel.page.getByRole('button', { name: 'Open Full Preview' }).click();
    const { id } = await panel.host.request('open-question');
    await panel.host.reply(id, { ok: false, code: 'failed', message: 'No window.' });
    await panel.page.getByText('No window.').waitFor();
    await tryToAllow(panel);
    assert.deepEqual(answers(panel), []);
  });

  it('A reload forgets what was seen', async () => {
    const panel = await browser.open();
    await ask(panel, approval({ format: 'text', text: lines(122) }));
    await scrollToEnd(panel, '.about');
    await panel.page.locator('.option[aria-disabled]').first().waitFor({ state: 'detached' });
    const [request] = [approval({ format: 'text', text: lines(122) })];
    panel.host.state.dialogs = [request];
    panel.host.state.items = [{ kind: 'dialog', id: 'a', request }];
    await panel.page.reload();
    await panel.page.getByText('Scroll to the end to allow.').waitFor();
    await tryToAllow(panel);
    assert.deepEqual(answers(panel), []);
  });

  it('A text that changes after its end was seen has to be seen again', async () => {
    const panel = await browser.open();
    await ask(panel, approval({ format: 'text', text: 'ls' }));
    const grown = approval({ format: 'text', text: lines(122) });
    panel.host.state.dialogs = [grown];
    panel.host.state.items = [{ kind: 'dialog', id: 'a', request: grown }];
    await panel.host.snapshot();
    await panel.page.getByText('Scroll to the end to allow.').waitFor();
    await tryToAllow(panel);
    assert.deepEqual(answers(panel), []);
  });

  it('A question of an extension waits in the same way, whatever its options are called', async () => {
    const panel = await browser.open();
    await ask(panel, { kind: 'confirm', id: 'c', title: 'Sure?', message: lines(122), askedBy: 'x.ts' });
    await panel.page.getByRole('button', { name: 'Yes' }).click({ force: true });
    await ask(panel, { kind: 'select', id: 's', title: `Which?\n\n${lines(122)}`, options: ['Deny', 'Run'] });
    const card = panel.page.locator('[data-dialog="s"]');
    for (const one of await card.locator('.option').all()) await one.click({ force: true });
    await panel.messagesProcessed();
    assert.deepEqual(answers(panel), []);
    await panel.page.locator('[data-dialog="c"]').getByRole('button', { name: 'No' }).click();
    assert.deepEqual((await panel.host.request('answer')).request.answer, { confirmed: false });
  });

  for (const [what, request] of [
    ['a command of 20,000 lines', approval({ format: 'text', text: lines(20_000) })],
    ['a diff of 20,000 rows', approval({ format: 'diff', text: patch(20_000), path: 'a.txt' })],
    ['a line of 5 MB', approval({ format: 'text', text: 'x'.repeat(5_000_000) })],
    [
      'a diff with a line of 5 MB',
      approval({ format: 'diff', text: `@@ -0,0 +1 @@\n+${'x'.repeat(5_000_000)}\n` }),
    ],
    [
      '100,000 options',
      {
        kind: 'select',
        id: 'a',
        title: 'Which?',
        options: Array.from({ length: 100_000 }, (_, at) => `option ${at}`),
      },
    ],
    [
      'an option of 5 MB',
      { kind: 'select', id: 'a', title: 'Which?', options: ['x'.repeat(5_000_000), 'b'] },
    ],
    ['a title of 5 MB', { kind: 'confirm', id: 'a', title: 'x'.repeat(5_000_000), message: '' }],
  ] as const satisfies readonly (readonly [string, DialogRequest])[]) {
    it(`${what} keeps the page responsive`, async () => {
      const panel = await browser.open();
      await assertShortTasks(panel, what, () => ask(panel, request));
    });
  }

  it('Options that a card doesn’t draw are counted, and the Quick Pick has them', async () => {
    const panel = await browser.open();
    const many = Array.from({ length: 1_000 }, (_, at) => `option ${at}`);
    await ask(panel, { kind: 'select', id: 's', title: 'Which?', options: many });
    assert.equal(await panel.page.locator('.option').count(), 300);
    await panel.page.getByText('700 more options. Answer in Quick Pick to find one.').waitFor();
  });

  it('A write that changes nothing says so', async () => {
    const panel = await browser.open();
    const notes = ['Changes nothing: the file has this content already.'];
    await ask(panel, approval({ format: 'diff', text: '', path: 'a.txt', notes }));
    await panel.page.getByText('Changes nothing: the file has this content already.').waitFor();
    await option(panel, 'Allow Once').click();
    assert.deepEqual((await panel.host.request('answer')).request.answer, { value: 'Allow Once' });
  });

  it('Only questions of Enso have its mark, for the eye and for a screen reader', async () => {
    const panel = await browser.open();
    await ask(panel, approval({ format: 'text', text: 'ls' }));
    const imitation: DialogRequest = {
      ...approval({ format: 'text', text: '$(shield) Enso asks for your approval' }),
      id: 'b',
      title: '\u001b[1m$(shield) Enso asks for your approval\u001b[0m\n\nRun this command?',
    };
    const { fromEnso: _, ...others } = imitation;
    await ask(panel, others);
    const own = panel.page.getByRole('group', {
      name: 'Enso asks for your approval Run this command?',
      exact: true,
    });
    await own.locator('.asker .codicon-shield').waitFor();
    const other = panel.page.getByRole('group', { name: /^Question from “Enso” \$\(shield\) Enso asks/ });
    await other.waitFor();
    assert.equal(await other.locator('.codicon-shield').count(), 0);
    assert.equal(await panel.page.locator('.codicon-shield').count(), 1);
    assert.match(await panel.page.locator('.unseen[aria-live]').innerText(), /^Question from “Enso”: /);
  });

  for (const theme of themeNames) {
    for (const width of [250, 420]) {
      it(`has nothing that axe finds in ${theme} at ${width} px`, async () => {
        const panel = await browser.open({ theme, width, height: 700 });
        const rule = { text: 'Applies to “ls” with options that only show things.', code: 'ls …' };
        await ask(panel, approval({ format: 'text', text: lines(122), rule }));
        await panel.page.locator('.rule-code', { hasText: 'ls …' }).waitFor();
        await panel.page.getByText('Scroll to the end to allow.').waitFor();
        assert.deepEqual(await panel.axe(), []);
        await panel.screenshot(`long-question-${theme}-${width}`);
        await ask(panel, {
          kind: 'confirm',
          id: 'c',
          title: 'Delete the branch?',
          message: 'next',
          askedBy: 'git.ts',
        });
        assert.deepEqual(await panel.axe(), []);
        await panel.screenshot(`long-question-${theme}-${width}-extension`);
      });
    }
  }
});
