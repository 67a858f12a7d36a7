import { strict as assert } from 'node:assert';
import { withBrowser, type PanelPage } from './panelPage';
import { themeNames, type ThemeName } from './themes';

const e = '\u001b[';
const mark = (code: string, text: string) => `${e}${code}m${text}${e}0m`;
const colours = ['31', '32', '33', '34', '35', '36', '90'].map((code) => mark(code, `c${code}`)).join(' ');
const others = ['1', '2', '3', '4', '7', '9'].map((code) => mark(code, `s${code}`)).join(' ');
/** Styles that would hide their text if they were applied unchanged. */
const unseen = `${mark('31;41', 'red on red')} ${mark('8', 'concealed')} ${mark('38;2;1;1;1;48;2;1;1;1', 'black on black')}`;
const all = `${colours} ${others} ${unseen}`;

describe('Styled text of an extension', () => {
  const browser = withBrowser();

  /** Styled text in each place where an extension can show text. */
  async function open(theme: ThemeName, width = 380): Promise<PanelPage> {
    const panel = await browser.open({
      theme,
      width,
      height: 1100,
      before: ({ state }) => {
        const request = {
          kind: 'select',
          id: 'd',
          title: `Which ${mark('1', 'of these')}?\n${all}`,
          options: [mark('31', 'red'), `${e}32mgreen`, 'plain \u0007 \u202e'],
        } as const;
        state.session = { ...state.session, heading: `Plan ${all}` };
        state.statuses = { one: all };
        state.widgets = { w: { lines: [all, 'plain', all], placement: 'above' } };
        state.items = [
          { kind: 'notice', id: 'n', level: 'warning', text: all, source: 'plan' },
          { kind: 'dialog', id: 'd', request },
        ];
        state.dialogs = [request];
      },
    });
    await panel.host.post({ type: 'intent', intent: { kind: 'toast', toast: { level: 'info', text: all } } });
    await panel.page.locator('.toast').waitFor();
    return panel;
  }

  for (const theme of themeNames) {
    it(`Styled text can be read in every style in ${theme}, also in styles that would hide it`, async () => {
      for (const width of [250, 380]) {
        const panel = await open(theme, width);
        assert.deepEqual(await panel.axe(), []);
        await panel.screenshot(`styled-${theme}-${width}`);
        const wider = await panel.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wider <= 0, `${wider} px too wide`);
      }
    });
  }

  it('Styled text shows no escape codes anywhere, and its styles where it is drawn', async () => {
    const panel = await open('dark');
    const text = await panel.page.locator('body').innerText();
    assert.doesNotMatch(text, /\u001b|\[3[0-9]m|U\+001B/);
    for (const place of ['.heading', '.status', '.widget', '.toast', '.notice', '.card .about']) {
      await panel.page.locator(`${place} .style-red`, { hasText: 'c31' }).first().waitFor();
      await panel.page.locator(`${place} .style-bold`, { hasText: 's1' }).first().waitFor();
      await panel.page.locator(place, { hasText: 'concealed' }).first().waitFor();
    }
    assert.equal(
      await panel.page.locator('.heading').getAttribute('title'),
      `Plan ${all}`.replace(/\u001b\[[\d;]*m/g, ''),
    );
    const weight = await panel.page
      .locator('.card-title')
      .evaluate((title) => getComputedStyle(title).fontWeight);
    assert.equal(weight, '600');
  });

  it('A styled option is answered verbatim and hides no characters', async () => {
    const panel = await open('dark');
    const card = panel.page.getByRole('group', { name: 'Which of these?' });
    assert.deepEqual(await card.locator('.hidden-character').allInnerTexts(), ['U+0007', 'U+202E']);
    await panel.page.locator('[data-armed="yes"]').waitFor();
    await card.locator('.option', { hasText: 'red' }).locator('.style-red').waitFor();
    await card.locator('.option', { hasText: 'red' }).click();
    const { request } = await panel.host.request('answer');
    assert.deepEqual(request.answer, { value: mark('31', 'red') });
  });

  it('Markup and links in styled text are inert', async () => {
    const panel = await browser.open({
      before: ({ state }) =>
        (state.statuses = { one: mark('1', '<img src=x onerror=alert(1)> [a](command:x)') }),
    });
    await panel.page.locator('.status').getByText('<img src=x onerror=alert(1)> [a](command:x)').waitFor();
    assert.equal(await panel.page.locator('.status :is(img, a)').count(), 0);
  });
});
