import { strict as assert } from 'node:assert';
import { withBrowser } from './panelPage';

describe('The composer', () => {
  const browser = withBrowser();

  it('The composer works before any thread, and its prompt is sent when the thread comes', async () => {
    const panel = await browser.open({ awaitThread: false, before: (host) => (host.answersFollow = false) });
    await panel.composer.fill('an early word');
    await panel.composer.press('Enter');
    assert.equal(await panel.composer.inputValue(), '');
    await panel.page.getByText('an early word').waitFor();
    await panel.host.request('follow', 3);
    await panel.host.snapshot();
    const prompt = await panel.host.request('prompt');
    assert.deepEqual([prompt.request.threadId, prompt.request.text], ['thread-1', 'an early word']);
  });

  it('Enter sends, Shift+Enter adds a line, and the panel draws no message of its own', async () => {
    const panel = await browser.open();
    await panel.composer.pressSequentially('one');
    await panel.composer.press('Shift+Enter');
    await panel.composer.pressSequentially('two');
    assert.equal(await panel.composer.inputValue(), 'one\ntwo');
    await panel.composer.press('Enter');
    const { request } = await panel.host.admit();
    assert.deepEqual([request.text, request.delivery], ['one\ntwo', 'enqueue']);
    assert.equal(await panel.page.getByRole('article', { name: 'You' }).count(), 0);
    await panel.page.locator('.leaving').waitFor({ state: 'detached' });
  });

  it('A key before the next frame is neither lost nor doubled', async () => {
    const panel = await browser.open();
    await panel.composer.fill('one');
    await panel.composer.evaluate((box: HTMLTextAreaElement) => {
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      box.value += 'x';
      box.dispatchEvent(new Event('input', { bubbles: true }));
    });
    assert.equal((await panel.host.request('prompt')).request.text, 'one');
    assert.equal(await panel.composer.inputValue(), 'x');
  });

  it('Ctrl+Enter sends if the user prefers that', async () => {
    const panel = await browser.open({
      before: (host) => (host.snapshotExtras = { settings: { sendWith: 'mod-enter' } }),
    });
    await panel.composer.pressSequentially('a');
    await panel.composer.press('Enter');
    await panel.composer.pressSequentially('b');
    await panel.composer.press('Control+Enter');
    assert.equal((await panel.host.request('prompt')).request.text, 'a\nb');
  });

  it('During a run Enter queues and Ctrl+Enter steers, and the composer shows both', async () => {
    const panel = await browser.open({
      before: (host) => (host.status = { live: true, busy: true, generation: 1 }),
    });
    await panel.composer.fill('later');
    await panel.page.getByRole('button', { name: 'Add to Queue (Enter)', exact: true }).waitFor();
    await panel.page.getByRole('button', { name: 'Steer with Message (Ctrl+Enter)' }).waitFor();
    await panel.composer.press('Enter');
    await panel.composer.fill('sooner');
    await panel.composer.press('Control+Enter');
    await panel.host.request('prompt', 2);
    assert.deepEqual(
      panel.host.all('prompt').map(({ request }) => request.delivery),
      ['enqueue', 'steer'],
    );
  });

  it('An empty composer shows Stop instead of Send during a run, and Escape stops too', async () => {
    const panel = await browser.open({
      before: (host) => (host.status = { live: true, busy: true, generation: 5 }),
    });
    await panel.page.getByRole('button', { name: 'Stop' }).click();
    const stop = await panel.host.request('stop');
    assert.equal(stop.request.generation, 5);
    await panel.composer.press('Escape');
    await panel.host.request('stop', 2);
    await panel.host.changeStatus({ busy: false });
    await panel.page.getByRole('button', { name: 'Send' }).waitFor();
    assert.equal(await panel.page.getByRole('button', { name: 'Stop' }).count(), 0);
  });

  it("An input method's composition never sends or stops", async () => {
    const panel = await browser.open({
      before: (host) => (host.status = { live: true, busy: true, generation: 1 }),
    });
    await panel.composer.focus();
    const session = await panel.page.context().newCDPSession(panel.page);
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await panel.composer.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
    await panel.composer.dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true });
    await panel.host.post({
      type: 'hand-back',
      threadId: 'thread-1',
      handBack: { id: 'h1', prompts: [{ text: 'came back', images: [] }] },
    });
    assert.equal(await panel.composer.inputValue(), 'にほん');
    await session.send('Input.insertText', { text: '日本' });
    await panel.page.waitForFunction(() => document.querySelector('textarea')?.value === '日本\n\ncame back');
    assert.equal(panel.host.all('prompt').length + panel.host.all('stop').length, 0);
  });

  it('A refused prompt comes back before newer text, and the composer shows why', async () => {
    const panel = await browser.open();
    await panel.composer.fill('/nope');
    await panel.composer.press('Enter');
    await panel.composer.fill('typed since');
    const prompt = await panel.host.request('prompt');
    await panel.host.reply(prompt.id, {
      ok: false,
      code: 'unavailable-command',
      message: 'There is no /nope.',
    });
    await panel.page.getByRole('alert').getByText('There is no /nope.').waitFor();
    assert.equal(await panel.composer.inputValue(), '/nope\n\ntyped since');
  });

  it('Prompts that a stop returns are appended once, and the caret stays', async () => {
    const panel = await browser.open();
    await panel.composer.fill('half a thought');
    await panel.composer.press('Home');
    const handBack = {
      id: 'h1',
      prompts: [
        { text: 'one', images: [] },
        { text: 'two', images: [] },
      ],
    };
    await panel.host.post({ type: 'hand-back', threadId: 'thread-1', handBack });
    await panel.host.post({ type: 'hand-back', threadId: 'thread-1', handBack });
    await panel.page.waitForFunction(() => document.querySelector('textarea')?.value.endsWith('two'));
    await panel.composer.pressSequentially('> ');
    assert.equal(await panel.composer.inputValue(), '> half a thought\n\none\n\ntwo');
    await panel.host.until(() => panel.host.all('draft').some(({ request }) => request.taken.includes('h1')));
  });

  it('The composer restores its text, thread and images after a reload', async () => {
    const panel = await browser.open();
    await panel.composer.fill('not sent yet');
    await panel.page.reload();
    await panel.thread();
    assert.equal(await panel.composer.inputValue(), 'not sent yet');
    assert.equal(panel.host.all('follow').at(-1)?.request.threadId, 'thread-1');
  });

  it('A slash offers commands, which take arrows, Tab, Enter and Escape before the composer does', async () => {
    const panel = await browser.open({
      before: (host) => {
        host.status = { live: true, busy: true, generation: 1 };
        host.state.session = {
          ...host.state.session,
          commands: [
            { name: 'compact', kind: 'enso', description: 'Sum the conversation up to make room' },
            { name: 'name', kind: 'enso', hint: 'title', description: 'Name this thread' },
          ],
        };
      },
    });
    const list = panel.page.getByRole('listbox', { name: 'Commands' });
    await panel.composer.pressSequentially('/');
    await list.waitFor();
    await panel.composer.press('ArrowDown');
    await panel.page.getByRole('option', { name: '/name', selected: true }).waitFor();
    await panel.screenshot('suggestions');
    assert.deepEqual(await panel.axe(), []);
    await panel.composer.press('Escape');
    await list.waitFor({ state: 'detached' });
    assert.equal(panel.host.all('stop').length, 0);
    await panel.composer.pressSequentially('na');
    await panel.composer.press('Tab');
    assert.equal(await panel.composer.inputValue(), '/name ');
    await panel.composer.fill('');
    await panel.composer.pressSequentially('/');
    await panel.composer.press('Enter');
    await panel.composer.pressSequentially('x');
    assert.equal(await panel.composer.inputValue(), '/compact x');
    await panel.composer.fill('/compact');
    await panel.composer.press('Enter');
    assert.equal((await panel.host.request('prompt')).request.text, '/compact');
  });

  it('Arrow keys recall earlier messages and leave typed text alone', async () => {
    const panel = await browser.open({
      before: (host) => {
        host.state.items = ['one', 'two\nlines'].map((text, index) => ({
          kind: 'user' as const,
          id: `u${String(index)}`,
          text,
          images: [],
          state: 'delivered' as const,
        }));
      },
    });
    const box = panel.composer;
    await panel.page.getByText('one').waitFor();
    await box.press('ArrowUp');
    assert.equal(await box.inputValue(), 'two\nlines');
    await box.press('ArrowUp');
    assert.equal(await box.inputValue(), 'one');
    await box.press('ArrowUp');
    assert.equal(await box.inputValue(), 'one');
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    assert.equal(await box.inputValue(), '');
    await box.pressSequentially('mine');
    await box.press('ArrowUp');
    assert.equal(await box.inputValue(), 'mine');
  });

  it('A log of thousands of lines is pasted at once at the caret', async () => {
    const panel = await browser.open();
    const { keyboard } = panel.page;
    const lines = Array.from(
      { length: 6000 },
      (_, line) => `line ${String(line)} of a log, with 😀 and שלום`,
    );
    await panel.page.evaluate((text) => {
      const box = document.body.appendChild(document.createElement('textarea'));
      box.value = text;
      box.select();
    }, lines.join('\n'));
    await keyboard.press('Control+c');
    await panel.composer.pressSequentially('before<>after');
    for (const _ of '>after') await keyboard.press('ArrowLeft');
    await keyboard.press('Control+v');
    await keyboard.type(' and on');
    const text = `before<${lines.join('\n')} and on>after`;
    assert.ok((await panel.composer.inputValue()) === text);
    await panel.composer.press('Enter');
    assert.ok((await panel.host.request('prompt')).request.text === text);
  }).timeout(15_000);

  it('Pasted images are attached, large ones shrunk, and other files refused with a message', async () => {
    const panel = await browser.open();
    const paste = (kind: 'small' | 'wide' | 'svg' | 'empty') =>
      panel.page.evaluate(async (wanted) => {
        const files = {
          small: async () => new File([await draw(4)], 'dot.png', { type: 'image/png' }),
          wide: async () => new File([await draw(9_000)], 'wide.png', { type: 'image/png' }),
          svg: () => Promise.resolve(new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' })),
          empty: () => Promise.resolve(new File([], 'nothing.png', { type: 'image/png' })),
        };
        const data = new DataTransfer();
        data.items.add(await files[wanted]());
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        document.querySelector('textarea')?.dispatchEvent(event);
        async function draw(width: number): Promise<Blob> {
          const canvas = new OffscreenCanvas(width, 4);
          canvas.getContext('2d')?.fillRect(0, 0, width, 4);
          return canvas.convertToBlob({ type: 'image/png' });
        }
      }, kind);
    await paste('small');
    await panel.page.locator('.chip').first().waitFor();
    await paste('wide');
    await panel.page.locator('.chip').nth(1).waitFor();
    await paste('svg');
    await panel.page.getByText("Couldn't attach “x.svg”").waitFor();
    await paste('empty');
    await panel.page.getByText("Couldn't attach “nothing.png”").waitFor();
    await panel.screenshot('pictures');
    for (let many = 0; many < 30; many += 1) await paste('small');
    await panel.page.locator('.chip').nth(31).waitFor();
    // Many images leave the composer and the transcript visible.
    const heights = await panel.page.evaluate(() =>
      ['.chips', 'body'].map((part) => document.querySelector(part)?.clientHeight ?? 0),
    );
    assert.ok((heights[0] ?? 0) <= (heights[1] ?? 0) / 4);
    for (let many = 32; many > 1; many -= 1) {
      await panel.page.getByRole('button', { name: 'Remove dot.png' }).first().click();
      await panel.page.waitForFunction(
        (left) => document.querySelectorAll('.chip').length === left,
        many - 1,
      );
    }
    await panel.composer.fill('look');
    await panel.composer.press('Enter');
    const { images } = (await panel.host.request('prompt')).request;
    assert.deepEqual(
      images.map(({ name }) => name),
      ['wide.png'],
    );
    const width = await panel.page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      return (await createImageBitmap(new Blob([bytes]))).width;
    }, images[0]?.data ?? '');
    assert.equal(width, 2_000);
  });
});
