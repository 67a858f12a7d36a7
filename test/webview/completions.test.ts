import { strict as assert } from 'node:assert';
import { themeNames } from './themes';
import { withBrowser, type PanelPage } from './panelPage';

describe('Completions of extensions in the panel', () => {
  const browser = withBrowser();
  const list = (panel: PanelPage) => panel.page.getByRole('listbox', { name: 'Suggestions' });
  const marked = (panel: PanelPage, label: string) =>
    list(panel).locator('.suggestion-row.marked', { hasText: label });

  function open(theme: (typeof themeNames)[number] = 'dark'): Promise<PanelPage> {
    return browser.open({
      theme,
      before: (host) => {
        host.state.session = {
          ...host.state.session,
          completionTriggers: { triggers: ['#'] },
          commands: [{ name: 'deploy', kind: 'extension', completes: true, description: 'Deploys' }],
        };
      },
    });
  }

  async function offer(
    panel: PanelPage,
    nth: number,
    labels: readonly string[],
    about?: string,
  ): Promise<string> {
    const { id, request } = await panel.host.request('complete', nth);
    const rows = labels.map((label) => ({ label, ...(about === undefined ? {} : { about }) }));
    await panel.host.reply(id, { ok: true, list: nth, rows });
    return request.text;
  }

  it('Completions appear at their words, and a taken one is inserted before the caret', async () => {
    const panel = await open();
    await panel.composer.pressSequentially('see  now');
    for (let left = 4; left > 0; left -= 1) await panel.composer.press('ArrowLeft');
    await panel.composer.press('#');
    assert.equal(await offer(panel, 1, ['#1', '#2'], 'An issue'), 'see # now');
    await marked(panel, '#1').waitFor();
    await panel.composer.press('ArrowDown');
    await marked(panel, '#2').waitFor();
    await panel.composer.press('Enter');
    const take = await panel.host.request('take-completion');
    assert.deepEqual([take.request.list, take.request.row], [1, 1]);
    await panel.host.reply(take.id, { ok: true, text: 'see #2 now', caret: 6 });
    await list(panel).waitFor({ state: 'detached' });
    await panel.composer.press('!');
    assert.equal(await panel.composer.inputValue(), 'see #2! now');
    assert.equal(panel.host.all('prompt').length, 0);
  });

  it('Completions never delay typing, and Enter sends a fully typed word while they are pending', async () => {
    const panel = await open();
    await panel.composer.pressSequentially('#1');
    const isWhole = () => panel.host.all('complete').at(-1)?.request.text === '#1';
    await panel.host.until(isWhole);
    await offer(panel, panel.host.all('complete').length, ['#1', '#12']);
    await marked(panel, '#1').waitFor();
    await panel.composer.pressSequentially('23');
    assert.equal(await panel.composer.inputValue(), '#123');
    await list(panel).waitFor();
    assert.equal(await marked(panel, '#').count(), 0);
    await panel.composer.press('Tab');
    assert.equal(await panel.composer.evaluate((box) => box === document.activeElement), true);
    await panel.composer.press('Enter');
    assert.equal((await panel.host.request('prompt')).request.text, '#123');
    await list(panel).waitFor({ state: 'detached' });
  });

  it('Escape closes completions for a text until Ctrl+Space requests them', async () => {
    const panel = await open();
    await panel.composer.pressSequentially('#');
    await offer(panel, 1, ['#1']);
    await marked(panel, '#1').waitFor();
    await panel.composer.press('Escape');
    await list(panel).waitFor({ state: 'detached' });
    await panel.composer.press('Control+ ');
    const { request } = await panel.host.request('complete', 2);
    assert.deepEqual([request.text, request.forced], ['#', true]);
    await offer(panel, 2, ['#1']);
    await marked(panel, '#1').waitFor();
    assert.equal(panel.host.all('stop').length, 0);
  });

  it("Completions of a command's arguments follow its name at once", async () => {
    const panel = await open();
    await panel.composer.pressSequentially('/de');
    await panel.page.getByRole('listbox', { name: 'Commands' }).waitFor();
    await panel.composer.press('Tab');
    await panel.page.waitForFunction(() => document.querySelector('textarea')?.value === '/deploy ');
    await panel.host.until(() =>
      panel.host.all('complete').some(({ request }) => request.text === '/deploy '),
    );
    const asked = panel.host.all('complete').at(-1);
    await panel.host.reply(asked?.id ?? 0, {
      ok: true,
      list: 9,
      rows: [{ label: 'prod', about: 'For all' }],
    });
    await marked(panel, 'prod').waitFor();
  });

  it('Completions are plain text, scroll with the marked row, and pass axe in each theme', async () => {
    const markup = '<img src=x onerror=alert(1)> **bold**';
    for (const theme of themeNames) {
      const panel = await open(theme);
      await panel.composer.pressSequentially('#');
      const rows = Array.from(
        { length: 49 },
        (_, at) => `#${at} with a name that is long enough for two lines`,
      );
      await offer(panel, 1, [markup, ...rows], markup);
      await list(panel).getByText(markup).first().waitFor();
      assert.equal(await list(panel).locator('img').count(), 0);
      await panel.composer.press('ArrowUp');
      await marked(panel, '#48').waitFor();
      const seen = await marked(panel, '#48').evaluate((row) => {
        const box = row.getBoundingClientRect();
        const around = row.parentElement?.getBoundingClientRect();
        return around !== undefined && box.top >= around.top && box.bottom <= around.bottom + 1;
      });
      assert.equal(seen, true);
      assert.deepEqual(await panel.axe(), []);
      await panel.screenshot(`completions-${theme}`);
    }
  });
});
