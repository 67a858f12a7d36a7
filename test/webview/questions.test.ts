import { strict as assert } from 'node:assert';
import type { Locator } from 'playwright-core';
import type { DialogRequest } from '../../src/protocol/dialog';
import { withBrowser, type PanelPage } from './panelPage';
import { themeNames } from './themes';

const ask = (panel: PanelPage, request: DialogRequest) =>
  panel.host.observe({ type: 'dialog-opened', request });
const armed = (panel: PanelPage, id: string) =>
  panel.page.locator(`[data-dialog="${id}"][data-armed="yes"]`).waitFor();

const select: DialogRequest = {
  kind: 'select',
  id: 's',
  title: 'Which branch?',
  options: ['main', 'next', 'main'],
};

describe('A question in the panel', () => {
  const browser = withBrowser();

  it('A new card takes neither the focus nor a key or click for half a second', async () => {
    const panel = await browser.open({ frozen: true, awaitThread: false });
    await panel.page.clock.runFor(100);
    await panel.thread();
    await panel.composer.pressSequentially('typing');
    await ask(panel, select);
    await panel.page.clock.runFor(100);
    const card = panel.page.getByRole('group', { name: 'Which branch?' });
    await card.waitFor();
    assert.equal(await panel.composer.evaluate((box) => box === document.activeElement), true);
    await card.getByRole('button', { name: 'next' }).click();
    await panel.page.keyboard.press('1');
    assert.equal(panel.host.all('answer').length, 0);
    await panel.page.clock.runFor(500);
    await card.getByRole('button', { name: 'next' }).click();
    assert.deepEqual((await panel.host.request('answer')).request.answer, { value: 'next' });
  });

  it('A card is answered by number keys and arrows, and then becomes one quiet line', async () => {
    const panel = await browser.open();
    await ask(panel, select);
    await armed(panel, 's');
    await panel.page.locator('.option').first().focus();
    await panel.page.keyboard.press('ArrowDown');
    assert.match((await panel.page.locator('.option:focus').textContent()) ?? '', /next/);
    await panel.page.keyboard.press('2');
    const { id } = await panel.host.request('answer');
    await panel.host.reply(id, { ok: true });
    await panel.host.observe({
      type: 'dialog-settled',
      dialogId: 's',
      ending: { outcome: 'answered', answer: { value: 'next' }, from: 'card' },
    });
    await panel.page.locator('.settled').waitFor();
    assert.equal((await panel.page.locator('.settled').innerText()).trim(), 'Which branch? — next');
    assert.equal(await panel.page.locator('.card').count(), 0);
    assert.equal(await panel.composer.evaluate((box) => box === document.activeElement), true);
  });

  it('A text question that follows an answer gets the focus, and no other question does', async () => {
    const panel = await browser.open();
    const has = (box: Locator) => box.evaluate((element) => element === document.activeElement);
    const gone = (dialogId: string, value: string) =>
      ({ type: 'dialog-settled', dialogId, ending: { outcome: 'answered', answer: { value } } }) as const;
    const why = (id: string): DialogRequest => ({ kind: 'input', id, title: `Why ${id}?` });
    const field = (id: string) => panel.page.getByRole('group', { name: `Why ${id}?` }).getByRole('textbox');
    await ask(panel, select);
    await armed(panel, 's');
    await panel.page.locator('.option').nth(1).click();
    await panel.host.request('answer');
    await panel.host.observe(gone('s', 'next'));
    await panel.page.locator('.settled').waitFor();
    await ask(panel, why('a'));
    await field('a').waitFor();
    assert.equal(await has(field('a')), true);
    await panel.page.keyboard.type('because');
    assert.equal(await panel.composer.inputValue(), '');
    // The answer came from another panel, so the focus stays where it is in this one.
    await panel.host.observe(gone('a', 'elsewhere'));
    await ask(panel, why('b'));
    await field('b').waitFor();
    assert.equal(await has(panel.composer), true);
  });

  it('A settled question shows where it was answered, or how it ended', async () => {
    const panel = await browser.open();
    for (const id of ['a', 'b', 'c'])
      await ask(panel, { kind: 'confirm', id, title: `Sure ${id}?`, message: '' });
    await panel.host.observe(
      {
        type: 'dialog-settled',
        dialogId: 'a',
        ending: { outcome: 'answered', answer: { confirmed: true }, from: 'quick-pick' },
      },
      { type: 'dialog-settled', dialogId: 'b', ending: { outcome: 'timed-out' } },
      { type: 'dialog-settled', dialogId: 'c', ending: { outcome: 'aborted' } },
    );
    await panel.page.locator('.settled').nth(2).waitFor();
    assert.deepEqual(
      (await panel.page.locator('.settled').allInnerTexts()).map((text) => text.trim()),
      ['Sure a? — Yes · answered in Quick Pick', 'Sure b? · timed out', 'Sure c? · stopped'],
    );
  });

  it('In a text question Enter answers, Shift+Enter adds a line, and Escape leaves the field and keeps the text', async () => {
    const panel = await browser.open();
    await ask(panel, { kind: 'input', id: 'i', title: 'Why?', placeholder: 'A reason' });
    await armed(panel, 'i');
    const field = panel.page.getByRole('textbox', { name: 'Why?' });
    await field.pressSequentially('because');
    await field.press('Escape');
    assert.equal(await field.inputValue(), 'because');
    assert.equal(panel.host.all('cancel-dialog').length + panel.host.all('stop').length, 0);
    await panel.host.add({ kind: 'notice', id: 'n', level: 'info', text: 'Something else happened.' });
    await panel.page.getByText('Something else happened.').waitFor();
    assert.equal(await field.inputValue(), 'because');
    await field.press('End');
    await field.press('Shift+Enter');
    await field.pressSequentially('so');
    await field.press('Enter');
    assert.deepEqual((await panel.host.request('answer')).request.answer, { value: 'because\nso' });
  });

  it('A card can be answered again after a refusal, and shows the reason', async () => {
    const panel = await browser.open();
    await ask(panel, { kind: 'confirm', id: 'c', title: 'Run it?', message: 'rm -rf build' });
    await armed(panel, 'c');
    await panel.page.getByRole('button', { name: 'Yes' }).click();
    const { id } = await panel.host.request('answer');
    await panel.host.reply(id, { ok: false, code: 'answer-refused', message: 'Somebody was faster.' });
    await panel.page.getByText('Somebody was faster.').waitFor();
    await panel.page.getByRole('button', { name: 'No' }).click();
    assert.deepEqual((await panel.host.request('answer', 2)).request.answer, { confirmed: false });
  });

  it('A questionnaire keeps two answers that come before the next drawing', async () => {
    const panel = await browser.open();
    const many = {
      id: 'many',
      text: 'Which parts?',
      options: ['API', 'UI', 'Docs'],
      many: true,
      other: true,
    };
    await ask(panel, { kind: 'questionnaire', id: 'q', title: 'Before I begin', questions: [many] });
    await armed(panel, 'q');
    await panel.page.evaluate(() => {
      const [first, , third] = document.querySelectorAll<HTMLElement>('.card [role="checkbox"]');
      first?.click();
      third?.click();
      const other = document.querySelector<HTMLTextAreaElement>('.card textarea');
      if (other) other.value = 'Echo';
      other?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await panel.page.getByRole('button', { name: 'Answer', exact: true }).click();
    assert.deepEqual((await panel.host.request('answer')).request.answer, {
      answers: [{ id: 'many', chosen: ['API', 'Docs'], other: 'Echo' }],
    });
  });

  it('A questionnaire is answered as one, other text included', async () => {
    const panel = await browser.open();
    await ask(panel, {
      kind: 'questionnaire',
      id: 'q',
      title: 'Before I begin',
      questions: [
        { id: 'one', text: 'Which database?', options: ['SQLite', 'Postgres'], many: false, other: true },
        { id: 'many', text: 'Which parts?', options: ['API', 'UI', 'Docs'], many: true, other: true },
      ],
    });
    await armed(panel, 'q');
    await panel.page.getByRole('radio', { name: 'Postgres' }).click();
    await panel.page.getByRole('checkbox', { name: 'API' }).click();
    await panel.page.getByRole('checkbox', { name: 'Docs' }).click();
    await panel.page.getByRole('textbox', { name: 'Other answer: Which parts?' }).fill('Echo');
    await panel.screenshot('questionnaire');
    assert.deepEqual(await panel.axe(), []);
    await panel.page.getByRole('button', { name: 'Answer', exact: true }).click();
    assert.deepEqual((await panel.host.request('answer')).request.answer, {
      answers: [
        { id: 'one', chosen: ['Postgres'] },
        { id: 'many', chosen: ['API', 'Docs'], other: 'Echo' },
      ],
    });
  });

  it('A card shows long options in full, and spells out hidden characters', async () => {
    const panel = await browser.open({ width: 250 });
    const long = `${'word '.repeat(80)}the end`;
    await ask(panel, {
      kind: 'select',
      id: 'l',
      title: 'Run this?\n\nrm \u202e gpj.exe',
      options: [long, 'second\nline', '', ...Array.from({ length: 57 }, (_, index) => `option ${index}`)],
      askedBy: 'a gate',
      expiresAt: Date.now() + 42_000,
    });
    await armed(panel, 'l');
    await panel.page.locator('.card').getByText('U+202E').waitFor();
    await panel.page.getByText(/0:4\d left/).waitFor();
    const cut = await panel.page.evaluate(
      () =>
        [...document.querySelectorAll('.card *')].filter(
          (element) => element.scrollWidth > element.clientWidth + 1,
        ).length,
    );
    assert.equal(await panel.page.locator('.option').count(), 60);
    assert.equal(cut, 0);
    await panel.screenshot('long-options');
  });

  for (const theme of themeNames) {
    it(`A card cuts nothing of sixty options of 400 characters off at 250 px in ${theme}`, async () => {
      const panel = await browser.open({ theme, width: 250, height: 700 });
      const words = Array.from({ length: 66 }, (_, at) => `w${String(at).padStart(3, '0')}`).join(' ');
      const options = Array.from({ length: 60 }, (_, at) =>
        at % 3 === 0 ? `${at} ${words} end` : at % 3 === 1 ? `${at}-${'x'.repeat(390)}-end` : `${at} short`,
      );
      await ask(panel, {
        kind: 'select',
        id: 's',
        title: `Which of these? ${words}`,
        options,
        askedBy: 'asker',
      });
      await armed(panel, 's');
      await panel.page.locator('.card').getByText('Question from “asker” · 60 options').waitFor();
      const wider = await panel.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wider <= 0, `${wider} px too wide`);
      const cut = await panel.page
        .locator('.card :is(.option-text, .card-title)')
        .evaluateAll(
          (texts) =>
            texts.filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0).length,
        );
      assert.equal(cut, 0);
      assert.deepEqual(await panel.axe(), []);
      await panel.screenshot(`sixty-${theme}-end`);
      await panel.page.locator('.card-title').scrollIntoViewIfNeeded();
      await panel.screenshot(`sixty-${theme}-begin`);
      // The last option is reached by keyboard and is fully visible.
      await panel.page.locator('.option').first().focus();
      for (let left = 59; left > 0; left -= 1) await panel.page.keyboard.press('ArrowDown');
      const last = panel.page.locator('.option').last();
      await last.and(panel.page.locator(':focus')).waitFor();
      const below = await last.evaluate((option) => {
        const jump = document.querySelector('.jump > *')?.getBoundingClientRect();
        return jump === undefined || option.getBoundingClientRect().bottom <= jump.top + 1;
      });
      assert.equal(below, true);
      await panel.screenshot(`sixty-${theme}-last`);
      await panel.page.keyboard.press('Enter');
      assert.deepEqual((await panel.host.request('answer')).request.answer, { value: '59 short' });
    });
  }

  it('A card has a button to answer natively and a button to cancel', async () => {
    const panel = await browser.open();
    await ask(panel, { kind: 'editor', id: 'e', title: 'Edit the plan', prefill: '1. begin' });
    await armed(panel, 'e');
    assert.equal(await panel.page.getByRole('textbox', { name: 'Edit the plan' }).inputValue(), '1. begin');
    await panel.page.getByRole('button', { name: 'Open in Editor' }).click();
    await panel.host.request('answer-natively');
    await panel.page.getByRole('button', { name: 'Cancel Question' }).click();
    await panel.host.request('cancel-dialog');
  });
});
