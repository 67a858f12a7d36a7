import { strict as assert } from 'node:assert';
import { Chat } from '../driver/chat';
import { runCommand } from '../driver/palette';
import { panelFrame } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';

describe('Reading a conversation in VS Code', () => {
  const workbench = useWorkbench(standard);
  const chat = () => new Chat(workbench().page);

  it('The last answer opens as a document, and the outline lists the prompts', async () => {
    const { page } = workbench();
    await chat().send('count to 3');
    await chat().idle();
    await chat().send('count to 5');
    await chat().idle();
    await runCommand(page, 'Enso: Open Last Answer as Text');
    await page.getByRole('tab', { name: /Answer\.md/ }).waitFor();
    await page.locator('.editor-instance .view-lines').getByText('1 2 3 4 5').first().waitFor();
    await runCommand(page, 'Enso: Go to Prompt…');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await until(page, 'the outline', async () => (await rows.count()) === 2);
    assert.match((await rows.first().innerText()).trim(), /count to 3/);
    await screenshot(page, 'reading-1-outline');
    await page.keyboard.press('Enter');
  });

  it("The files of languages load under the page's policy", async () => {
    const frame = await panelFrame(workbench().page);
    const loaded = await frame.evaluate(async () => {
      const script = document.querySelector<HTMLScriptElement>('script[src]');
      const file = new URL('languages/kotlin.js', script?.src).href;
      const done = new Promise((resolve) => Object.assign(window, { languageLoaded: resolve }));
      const own = document.createElement('script');
      own.nonce = script?.nonce ?? '';
      own.textContent = `import('${file}').then((module) => languageLoaded(typeof module.default), (error) => languageLoaded(String(error)))`;
      document.body.append(own);
      return await done;
    });
    assert.equal(loaded, 'function');
  });
});
