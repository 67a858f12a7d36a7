import { strict as assert } from 'node:assert';
import { ServerHold } from '../../model-server/modelServer';
import { Chat } from '../driver/chat';
import { ownModel, server } from '../driver/ownModel';
import { panelFrame } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { untilComposerHas } from '../driver/threads';
import { useWorkbench } from '../driver/useWorkbench';

describe('A stop while the model is slow', () => {
  const workbench = useWorkbench(ownModel);
  const view = () => new Chat(workbench().page, 'view');

  async function answered(prompt: string, say: string): Promise<void> {
    server.answer({ say });
    await view().send(prompt);
    await view().answers.filter({ hasText: say }).waitFor();
    await view().idle();
  }

  it('Escape cancels a compaction: nothing is compacted, and the thread continues', async () => {
    await answered('first', 'one '.repeat(100).trim());
    await answered('second', 'two '.repeat(100).trim());
    const hold = new ServerHold();
    server.answer({ hold });
    await view().send('/compact ');
    await hold.reached;
    await view().button('Stop').waitFor();
    await screenshot(workbench().page, 'stop-6-compacting');
    await view().composer.press('Escape');
    await hold.closed;
    await view().idle();
    await untilComposerHas(view(), '/compact');
    await view().composer.fill('');
    assert.equal(await view().frame.getByText('Compacted the conversation').count(), 0);
    await answered('third', 'not a word is lost');
    assert.match(JSON.stringify(server.requests.at(-1)), /first.*second.*third/s);
  });

  it('Escape belongs to an input method while it composes, and the next Escape stops', async () => {
    const { page } = workbench();
    const hold = new ServerHold();
    server.answer({ say: 'half' }, { hold });
    await view().send('write');
    await hold.reached;
    await view().composer.click();
    const session = await workbench().context.newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await untilComposerHas(view(), 'にほん');
    await page.keyboard.press('Escape');
    await session.send('Input.insertText', { text: '日本' });
    await untilComposerHas(view(), '日本');
    assert.equal(await view().button('Stop').count(), 1);
    assert.equal(await view().frame.getByText('Stopping…').count(), 0);
    await page.keyboard.press('Escape');
    await hold.closed;
    await view().idle();
    assert.equal(await view().composer.inputValue(), '日本');
    await view().composer.fill('');
  });

  it('Stop is offered without a gap while queued prompts run, and returns the rest', async () => {
    const { page } = workbench();
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
    await untilComposerHas(view(), 'quick four');
    assert.deepEqual((await view().bubbles.allInnerTexts()).slice(-3), texts.slice(0, 3));
    assert.equal(await frame.evaluate(() => document.body.dataset['gap']), 'yes');
  });
});
