import { strict as assert } from 'node:assert';
import type { Item, ToolItem } from '../../src/protocol/item';
import { withBrowser, type PanelPage } from './panelPage';

const bash: ToolItem = {
  kind: 'tool',
  id: 'tool',
  name: 'bash',
  subject: 'seq',
  input: '{}',
  text: '',
  state: 'done',
};

describe('Long texts in the transcript', () => {
  const browser = withBrowser();

  const withItem = (item: Item, width = 380): Promise<PanelPage> =>
    browser.open({ width, before: (host) => (host.state.items = [item]) });

  const heightOf = (panel: PanelPage, selector: string) =>
    panel.page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().height);

  it('An output with one line of 100,000 characters unfolds in part at first, and in full on request', async () => {
    const panel = await withItem({ ...bash, text: 'x'.repeat(100_000) });
    await panel.page.locator('.tool .line').click();
    const shown = async () =>
      (await panel.page.locator('.tool .output').textContent())?.match(/x/g)?.length ?? 0;
    assert.equal(await shown(), 20_000);
    await panel.page.getByRole('button', { name: 'Show 80,000 Earlier Characters' }).click();
    await panel.page.getByRole('button', { name: 'Show Less' }).waitFor();
    assert.equal(await shown(), 100_000);
  });

  it('A command shows the end of its output, a file its beginning', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}`).join('\n');
    const panel = await browser.open({
      before: (host) => {
        host.state.items = [
          { ...bash, text: lines },
          { ...bash, id: 'read', name: 'read', text: lines },
        ];
      },
    });
    for (const line of await panel.page.locator('.tool .line').all()) await line.click();
    const [command = '', file = ''] = await panel.page.locator('.output').allTextContents();
    assert.match(command, /Show 800 Earlier Lines[^]*line 1000$/);
    assert.match(file, /^line 1\n[^]*Show 800 More Lines\s*$/);
  });

  it('An output has its colours, and lines as they were last written', async () => {
    const panel = await withItem({ ...bash, text: '\u001b[31mred\u001b[0m plain\n10%\b\b\b20%' });
    await panel.page.locator('.tool .line').click();
    assert.equal(await panel.page.locator('.output').innerText(), 'red plain\n20%');
    assert.equal(await panel.page.locator('.output .style-red').innerText(), 'red');
    await panel.screenshot('output-colours');
  });

  it('A prompt of 3,000 lines is folded, and unfolds', async () => {
    const text = Array.from({ length: 3_000 }, (_, index) => `line ${index + 1}`).join('\n');
    const panel = await withItem({ kind: 'user', id: 'u', text, images: [], state: 'delivered' });
    assert.ok((await heightOf(panel, '.user')) < 1_200);
    await panel.screenshot('long-prompt');
    await panel.page.getByRole('button', { name: 'Show 2,960 More Lines' }).click();
    await panel.page.getByText('line 3000').waitFor({ state: 'attached' });
    assert.deepEqual(await panel.axe(), []);
  });

  it('A prompt with one line of 160,000 characters in mixed directions is drawn in part, and keys reach the composer', async () => {
    const text = 'שלום hello '.repeat(14_500);
    const panel = await withItem({ kind: 'user', id: 'u', text, images: [], state: 'delivered' });
    await panel.page.getByRole('button', { name: /^Show [\d,]+ More Characters$/ }).waitFor();
    const drawn = (await panel.page.locator('.user').textContent()) ?? '';
    // The work of a key grows with the text that is laid out.
    assert.ok(drawn.length < 10_000, `${drawn.length} characters`);
    await panel.composer.fill('a');
    await panel.page.keyboard.type('bcd');
    assert.equal(await panel.composer.inputValue(), 'abcd');
  });

  it('The row of a tool with a long name, or a long path, stays low in a narrow panel', async () => {
    const panel = await browser.open({
      width: 300,
      before: (host) => {
        host.state.items = [
          { ...bash, name: 'mcp_server_with_a_very_long_name_search', subject: 'words to look for' },
          {
            ...bash,
            id: 'path',
            name: 'read',
            subject: 'src/webview/view/transcript/with/many/folders/transcript.test.ts',
            path: 'src/webview/view/transcript/with/many/folders/transcript.test.ts',
          },
          { ...bash, id: 'word', subject: `curl ${'x'.repeat(400)}` },
        ];
      },
    });
    for (const row of await panel.page.locator('.tool').all())
      assert.ok(((await row.boundingBox())?.height ?? Infinity) < 90);
    await panel.page.getByText('transcript.test.ts').waitFor();
    for (const width of [250, 300, 400, 800]) {
      await panel.page.setViewportSize({ width, height: 900 });
      const cut = await panel.page.locator('.path-folder').evaluate((folder) => ({
        lines: folder.getClientRects().length,
        isOneLine: folder.clientHeight < 30,
        fileIsWhole:
          (folder.nextElementSibling?.scrollWidth ?? 0) <= (folder.nextElementSibling?.clientWidth ?? -1),
      }));
      assert.deepEqual(cut, { lines: 1, isOneLine: true, fileIsWhole: true }, `at ${width} px`);
    }
    await panel.screenshot('narrow-rows');
  });

  it('A code block of one long line stays plain, and its selection leaves the language out', async () => {
    const panel = await withItem({
      kind: 'text',
      id: 't',
      text: `\`\`\`java\n${'a'.repeat(29_000)}\n\`\`\`\n\n\`\`\`ts\nconst one = 1;\n\`\`\``,
      open: false,
    });
    await panel.page.locator('.hl-keyword').waitFor();
    const selected = await panel.page
      .locator('.code')
      .nth(1)
      .evaluate((block) => {
        getSelection()?.selectAllChildren(block);
        return getSelection()?.toString().trim();
      });
    assert.equal(selected, 'const one = 1;');
    // A selection from before the block to behind it has the label's words neither.
    await panel.page.locator('.answer').evaluate((answer) => getSelection()?.selectAllChildren(answer));
    const copied = await panel.page.evaluate(() => {
      const holder = document.createElement('div');
      holder.append(getSelection()?.getRangeAt(0).cloneContents() ?? '');
      return { text: getSelection()?.toString() ?? '', elements: holder.textContent };
    });
    for (const text of Object.values(copied)) assert.doesNotMatch(text, /\b(java|ts)\b/);
    assert.equal(await panel.page.locator('.code').first().locator('[class^="hl-"]').count(), 0);
  });
});
