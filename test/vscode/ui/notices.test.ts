import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { untilAnswered } from '../driver/answers';
import { Chat } from '../driver/chat';
import { notices, questionInStatusBar, showNotices } from '../driver/notices';
import { dismissQuickInput, pickRow, quickInput, runCommand } from '../driver/palette';
import { openView, panelFrame } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { startCounting } from '../driver/runs';
import { giveSignal, untilSignal } from '../driver/signals';
import { standard } from '../driver/standard';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/until';
import { closeWindow } from '../driver/workbench';

describe('A hidden chat', () => {
  const workbench = useWorkbench(standard);
  const chat = () => new Chat(workbench().page);
  const title = (text: string) =>
    quickInput(workbench().page).locator('.quick-input-title', { hasText: text });

  it('A hidden chat announces neither a question that has ended already nor a tool call that is allowed', async () => {
    const { page } = workbench();
    await chat().send('/never');
    await chat().bubbles.filter({ hasText: '/never' }).waitFor();
    await chat().idle();
    await chat().send(`run: ${untilSignal('command')}; echo done > done.txt`);
    await chat().tool('done.txt').waitFor();
    await workbench().hideChat();
    giveSignal(workbench(), 'never');
    await untilAnswered(workbench(), 'never false');
    giveSignal(workbench(), 'command');
    await until(page, 'the command', () => existsSync(join(workbench().folder, 'done.txt')));
    await quickInput(page).waitFor({ state: 'hidden' });
    assert.equal(await questionInStatusBar(page).count(), 0);
    await showNotices(page);
    assert.equal(await notices(page).count(), 0);
  });

  it("A hidden chat shows the question of an extension's guard, and the tool neither runs nor fails before the answer", async () => {
    const { page } = workbench();
    const there = () => existsSync(join(workbench().folder, 'guarded.txt'));
    await chat().send('run: touch guarded.txt');
    await chat().tool('touch guarded.txt').waitFor();
    await workbench().hideChat();
    giveSignal(workbench(), 'guard');
    await title('May I?').waitFor();
    await quickInput(page).locator('input:focus').waitFor();
    await dismissQuickInput(page);
    await questionInStatusBar(page).waitFor();
    assert.equal(there(), false);
    await questionInStatusBar(page).click();
    await title('May I?').waitFor();
    await pickRow(page, 'Yes');
    await until(page, 'the command', there);
    await questionInStatusBar(page).waitFor({ state: 'detached' });
  });

  it('A question is announced in its own window, and in no other window on the same folder', async () => {
    const { page, context } = workbench();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.locator('.monaco-workbench .part.statusbar').waitFor();
    await openView(other);
    await new Chat(other).composer.waitFor();
    await chat().send('/soon');
    await chat().bubbles.filter({ hasText: '/soon' }).waitFor();
    await chat().idle();
    // The extension hosts of both windows handle this request.
    await workbench().hideChat();
    await other.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
    giveSignal(workbench(), 'soon');
    await title('Which fruit?').waitFor();
    await dismissQuickInput(page);
    await questionInStatusBar(page).waitFor();
    await showNotices(page);
    await notices(page).filter({ hasText: 'pi needs your answer' }).waitFor();
    assert.equal(await notices(page).count(), 1);
    await screenshot(page, 'notices-1-owner');
    await showNotices(other);
    assert.deepEqual(await notices(other).allInnerTexts(), []);
    assert.equal(await questionInStatusBar(other).count(), 0);
    await quickInput(other).waitFor({ state: 'hidden' });
    await screenshot(other, 'notices-2-other');
    await page.keyboard.press('Escape');
    await runCommand(page, 'Enso: Answer Question');
    await pickRow(page, 'Pear');
    await untilAnswered(workbench(), 'soon "Pear"');
    await questionInStatusBar(page).waitFor({ state: 'detached' });
    await closeWindow(other);
  });
});

describe('A screen reader', () => {
  const workbench = useWorkbench(standard);
  const chat = () => new Chat(workbench().page);

  it('A screen reader announces once that pi has finished, after the queued prompt has been answered too', async () => {
    const { page } = workbench();
    const frame = await panelFrame(page);
    await frame.evaluate(() => {
      const announced: string[] = [];
      Object.assign(window, { announced });
      const live = document.querySelector('[aria-live="polite"]');
      const observer = new MutationObserver(() => announced.push(live?.textContent ?? ''));
      if (live) observer.observe(live, { childList: true, characterData: true, subtree: true });
    });
    await startCounting(chat(), 150);
    await chat().send('count to 7');
    await chat().queued.filter({ hasText: 'count to 7' }).waitFor();
    await chat().answers.last().filter({ hasText: '1 2 3 4 5 6 7' }).waitFor();
    await chat().idle();
    const announced = () => frame.evaluate(() => (window as unknown as { announced: string[] }).announced);
    await until(page, 'the end', async () => (await announced()).length > 0);
    const [said = '', ...others] = await announced();
    assert.match(said, /^pi has finished\. 1 2 3 4 5 6 7/);
    assert.deepEqual(others, []);
  });
});
