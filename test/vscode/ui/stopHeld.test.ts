import { strict as assert } from 'node:assert';
import { ModelServer, ServerHold } from '../../model-server/modelServer';
import { Chat } from '../driver/chat';
import { openView, panelFrame } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { until } from '../driver/wait';
import { startWorkbench, type Workbench } from '../driver/workbench';

/** Little is kept, so that a short conversation can be compacted. */
const settings = { compaction: { keepRecentTokens: 50, reserveTokens: 100 }, retry: { enabled: false } };

describe('a stop while the model is slow', () => {
  let server: ModelServer;
  let workbench: Workbench;
  const view = () => new Chat(workbench.page, 'view');

  before(async () => {
    server = await ModelServer.start();
    workbench = await startWorkbench({
      env: { ENSO_TEST_MODEL_KEY: 'secret-of-the-test' },
      home: {
        '.pi/agent/models.json': server.modelsFile,
        '.pi/agent/settings.json': JSON.stringify(settings),
      },
    });
    await openView(workbench.page);
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await screenshot(workbench.page, `failed-${this.currentTest.fullTitle()}`);
  });
  after(async () => {
    await workbench.close();
    await server.close();
  });

  const composed = (text: string) =>
    until(
      workbench.page,
      `“${text}” in the composer`,
      async () => (await view().composer.inputValue()).trim() === text,
    );

  async function answered(prompt: string, say: string): Promise<void> {
    server.answer({ say });
    await view().send(prompt);
    await view().answers.filter({ hasText: say }).waitFor();
    await view().idle();
  }

  it('ends a compaction by Escape: nothing was compacted, and the thread goes on', async () => {
    await answered('first', 'one '.repeat(100).trim());
    await answered('second', 'two '.repeat(100).trim());
    const hold = new ServerHold();
    server.answer({ hold });
    await view().send('/compact ');
    await hold.reached;
    await view().button('Stop').waitFor();
    await screenshot(workbench.page, 'stop-6-compacting');
    await view().composer.press('Escape');
    await hold.closed;
    await view().idle();
    await composed('/compact');
    await view().composer.fill('');
    assert.equal(await view().frame.getByText('Compacted the conversation').count(), 0);
    await answered('third', 'not a word is lost');
    assert.match(JSON.stringify(server.requests.at(-1)), /first.*second.*third/s);
  });

  it('leaves Escape to an input method that composes, and takes the next one', async () => {
    const { page } = workbench;
    const hold = new ServerHold();
    server.answer({ say: 'half' }, { hold });
    await view().send('write');
    await hold.reached;
    await view().composer.click();
    const session = await workbench.context.newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await composed('にほん');
    await page.keyboard.press('Escape');
    await session.send('Input.insertText', { text: '日本' });
    await composed('日本');
    assert.equal(await view().button('Stop').count(), 1);
    assert.equal(await view().frame.getByText('Stopping…').count(), 0);
    await page.keyboard.press('Escape');
    await hold.closed;
    await view().idle();
    assert.equal(await view().composer.inputValue(), '日本');
    await view().composer.fill('');
  });

  it('is at hand all the while a queue is worked off, and hands the rest back', async () => {
    const { page } = workbench;
    const holds = [new ServerHold(), new ServerHold(), new ServerHold()];
    for (const [at, hold] of holds.entries()) server.answer({ hold }, { say: `done ${String(at)}` });
    const texts = ['quick one', 'quick two', 'quick three', 'quick four'];
    for (const text of texts) await view().send(text);
    await view().queued.nth(2).waitFor();
    const frame = await panelFrame(page);
    await frame.evaluate(() => {
      const observer = new MutationObserver(() => {
        if (/\bStop\b/.test(document.querySelector('.composer')?.textContent ?? '')) return;
        observer.disconnect();
        document.body.dataset['gap'] = 'yes';
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    for (const [at, hold] of holds.entries()) {
      await hold.reached;
      if (at === 2) break;
      hold.release();
    }
    assert.equal(await frame.evaluate(() => document.body.dataset['gap']), undefined);
    await view().button('Stop').click();
    await view().idle();
    await composed('quick four');
    assert.deepEqual((await view().bubbles.allInnerTexts()).slice(-3), texts.slice(0, 3));
    assert.equal(await frame.evaluate(() => document.body.dataset['gap']), 'yes');
  });
});
