import { strict as assert } from 'node:assert';
import { withBrowser } from './panelPage';
import { conversation, everything } from './samples';
import { themeNames } from './themes';

describe('The panel in every theme', () => {
  const browser = withBrowser();

  for (const theme of themeNames) {
    it(`The panel passes axe in ${theme}, from narrow to wide`, async () => {
      const panel = await browser.open({ theme, before: conversation });
      for (const width of [380, 250, 900]) {
        await panel.page.setViewportSize({ width, height: 900 });
        await panel.composer.fill(width === 380 ? 'and add a test for the hidden panel' : '');
        await panel.screenshot(`conversation-${theme}-${width}`);
        assert.deepEqual(await panel.axe(), [], `at ${width} px`);
      }
    });

    it(`The panel passes axe in ${theme} with one of everything on it`, async () => {
      const panel = await browser.open({ theme, height: 1500, before: everything });
      await panel.host.post({
        type: 'intent',
        intent: { kind: 'toast', toast: { level: 'warning', text: 'A word.' } },
      });
      await panel.page.getByText('A word.').waitFor();
      await panel.page.locator('.hl-keyword').first().waitFor();
      await panel.screenshot(`everything-${theme}`);
      assert.deepEqual(await panel.axe(), []);
    });
  }
});
