import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Chat } from '../driver/chat';
import { signalSource, giveSignal, untilSignal } from '../driver/signals';
import { answered } from '../driver/answers';
import { dismissQuickInput, pickRow, quickInput, runCommand } from '../driver/palette';
import { openView, panelFrame } from '../driver/panels';
import { screenshot } from '../driver/pictures';
import { count } from '../driver/runs';
import { useWorkbench } from '../driver/useWorkbench';
import { until } from '../driver/wait';

/** Asks when it has its cue, once the view is hidden; one question has its answer before anybody could give it. */
const later = `${signalSource}
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
export default function (pi) {
  const soon = (name, ask) =>
    pi.registerCommand(name, {
      description: 'Asks when it has its cue',
      handler: (_args, ctx) => {
        void signal(ctx.cwd, name).then(async () => {
          const answer = await ask(ctx.ui);
          appendFileSync(join(ctx.cwd, 'answers.txt'), name + ' ' + (JSON.stringify(answer) ?? 'undefined') + '\\n');
        });
      },
    });
  soon('soon', (ui) => ui.select('Which fruit?', ['Apple', 'Pear']));
  pi.on('tool_call', async (event, ctx) => {
    if (!String(event.input.command).includes('guarded')) return undefined;
    await signal(ctx.cwd, 'guard');
    return (await ctx.ui.confirm('May I?', '')) ? undefined : { block: true, reason: 'Not this one.' };
  });
  soon('never', (ui) => ui.confirm('Sure?', '', { signal: AbortSignal.abort() }));
}
`;

const notices = (page: Page) => page.locator('.notifications-center .notification-list-item');
const inStatusBar = (page: Page) => page.locator('.part.statusbar').getByText('Enso: 1 question');
const hideSideBar = (page: Page) => runCommand(page, 'View: Toggle Secondary Side Bar Visibility');

/** A driven window shows no toasts; its notifications are where a person finds them later. */
async function showNotices(page: Page): Promise<void> {
  await runCommand(page, 'Notifications: Show Notifications');
  await page.locator('.notifications-center.visible').waitFor();
}

describe('notices', () => {
  const workbench = useWorkbench({ home: { '.pi/agent/extensions/later.ts': later } });
  const chat = () => new Chat(workbench().page);

  it('are none where there is nothing to answer: a question that has ended already, an act that is allowed', async () => {
    const { page } = workbench();
    await openView(page);
    await chat().send('/never');
    await chat().bubbles.filter({ hasText: '/never' }).waitFor();
    await chat().idle();
    await chat().send(`run: ${untilSignal('command')}; echo done > done.txt`);
    await chat().tool('done.txt').waitFor();
    await hideSideBar(page);
    await page.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
    giveSignal(workbench(), 'never');
    await answered(workbench(), 'never false');
    giveSignal(workbench(), 'command');
    await until(page, 'the command', () => existsSync(join(workbench().folder, 'done.txt')));
    await quickInput(page).waitFor({ state: 'hidden' });
    assert.equal(await inStatusBar(page).count(), 0);
    await showNotices(page);
    assert.equal(await notices(page).count(), 0);
    await page.keyboard.press('Escape');
  });

  it('of a guard before a tool are seen where no panel is, and nothing is refused or done before the answer', async () => {
    const { page } = workbench();
    const there = () => existsSync(join(workbench().folder, 'guarded.txt'));
    await openView(page);
    await chat().send('run: touch guarded.txt');
    await chat().tool('touch guarded.txt').waitFor();
    await hideSideBar(page);
    await page.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
    giveSignal(workbench(), 'guard');
    await quickInput(page).locator('.quick-input-title', { hasText: 'May I?' }).waitFor();
    await dismissQuickInput(page);
    await inStatusBar(page).waitFor();
    assert.equal(there(), false);
    await inStatusBar(page).click();
    await pickRow(page, 'Yes');
    await until(page, 'the command', there);
    await inStatusBar(page).waitFor({ state: 'detached' });
  });

  it('of the end come once, after what waited has been said and answered, too', async () => {
    const { page } = workbench();
    await openView(page);
    await chat().idle();
    const frame = await panelFrame(page);
    await frame.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const live = document.querySelector('[aria-live="polite"]');
      const heard = new MutationObserver(() => said.push(live?.textContent ?? ''));
      if (live) heard.observe(live, { childList: true, characterData: true, subtree: true });
    });
    await count(chat(), 150);
    await chat().send('count to 7');
    await chat().queued.filter({ hasText: 'count to 7' }).waitFor();
    await chat().answers.last().filter({ hasText: '1 2 3 4 5 6 7' }).waitFor();
    await chat().idle();
    const said = () => frame.evaluate(() => (window as unknown as { said: string[] }).said);
    await until(page, 'the end', async () => (await said()).length > 0);
    assert.deepEqual(await said(), ['pi has finished']);
  });

  it('of a question come in the window that asks, and in no other one on the same folder', async () => {
    const { page, context } = workbench();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.locator('.part.auxiliarybar .action-label[aria-label="Enso"]').waitFor();
    await openView(other);
    await new Chat(other).composer.waitFor();
    await chat().send('/soon');
    await chat().bubbles.filter({ hasText: '/soon' }).waitFor();
    await chat().idle();
    await hideSideBar(page);
    await hideSideBar(other);
    for (const window of [page, other])
      await window.locator('.part.auxiliarybar').waitFor({ state: 'hidden' });
    giveSignal(workbench(), 'soon');
    await quickInput(page).locator('.quick-input-title', { hasText: 'Which fruit?' }).waitFor();
    await dismissQuickInput(page);
    await inStatusBar(page).waitFor();
    await showNotices(page);
    await notices(page).filter({ hasText: 'pi needs your answer' }).waitFor();
    assert.equal(await notices(page).count(), 1);
    await screenshot(page, 'notices-1-owner');
    await showNotices(other);
    assert.deepEqual(await notices(other).allInnerTexts(), []);
    assert.equal(await inStatusBar(other).count(), 0);
    await quickInput(other).waitFor({ state: 'hidden' });
    await screenshot(other, 'notices-2-other');
    await page.keyboard.press('Escape');
    await runCommand(page, 'Enso: Answer Question');
    await pickRow(page, 'Pear');
    await answered(workbench(), 'soon "Pear"');
    await inStatusBar(page).waitFor({ state: 'detached' });
    await other.close();
  });
});
