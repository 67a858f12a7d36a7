import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { alive, childThatRuns } from '../../fixtures/pi/processes';
import { Chat } from '../driver/chat';
import { dismissQuickInput, quickInput, quickRow, runCommand } from '../driver/palette';
import { openToSide, openView } from '../driver/panels';
import { screenshot } from '../driver/screenshots';
import { startCounting, untilAnswerGrows } from '../driver/runs';
import { standard } from '../driver/standard';
import { newThread, showThread, untilComposerHas } from '../driver/threads';
import { useWorkbench } from '../driver/useWorkbench';

describe('A stop', () => {
  const workbench = useWorkbench(standard);
  const view = () => new Chat(workbench().page, 'view');
  const side = () => new Chat(workbench().page, 0);
  /** Processes that no stop ends. They are killed even if a test fails. */
  const detached: number[] = [];
  after(() => {
    for (const pid of detached.filter(alive)) process.kill(pid, 'SIGKILL');
  });

  it('A stop from the palette ends the run in the middle of its answer and returns the queued prompt to the composer', async () => {
    const { page } = workbench();
    await startCounting(view(), 2000);
    await view().send('list the files');
    await view().queued.filter({ hasText: 'list the files' }).waitFor();
    await screenshot(page, 'stop-1-running');
    await runCommand(page, 'Enso: Stop');
    await view().idle();
    assert.doesNotMatch((await view().answers.allInnerTexts()).join('\n'), /\b2000\b/);
    await untilComposerHas(view(), 'list the files');
    assert.equal(await view().queued.count(), 0);
    assert.equal(await view().bubbles.filter({ hasText: 'list the files' }).count(), 0);
    await screenshot(workbench().page, 'stop-2-restored');
    await view().composer.press('Enter');
    await view().answers.filter({ hasText: 'README.md' }).waitFor();
    await view().idle();
  });

  it('The Stop button kills a command with all processes that it has started', async () => {
    const file = join(workbench().folder, 'child.pid');
    await view().send('run: sleep 300 & echo $! > child.pid; sleep 300');
    const child = await childThatRuns(file);
    await view().button('Stop').click();
    await child.gone();
    await view().idle();
    await view().tool('sleep 300').filter({ hasText: 'stopped' }).waitFor();
  });

  it('A stop names a process that has detached itself from its command, and the user can end the process', async () => {
    const { page, folder } = workbench();
    await view().send(
      `run: setsid sh -c 'echo $$ > detached.pid; exec sleep 301' & sleep 300 & echo $! > kept.pid; sleep 300`,
    );
    const server = await childThatRuns(join(folder, 'detached.pid'));
    detached.push(server.pid);
    const kept = await childThatRuns(join(folder, 'kept.pid'));
    await view().button('Stop').click();
    await view().idle();
    await kept.gone();
    const notice = view().frame.locator('.notice', {
      hasText: `sleep 301 (PID ${String(server.pid)})`,
    });
    await notice.filter({ hasText: 'Still running after the stop' }).waitFor();
    assert.equal(alive(server.pid), true);
    await screenshot(page, 'stop-5-left');
    await view().button('End Process').click();
    await notice.filter({ hasText: 'Ended' }).waitFor();
    assert.equal(alive(server.pid), false);
    assert.equal(await view().button('End Process').count(), 0);
  });

  it('Escape stops only from the composer, and only after open menus are closed', async () => {
    const { page } = workbench();
    await startCounting(view(), 1999);
    await runCommand(page, 'Go to File...');
    await dismissQuickInput(page);
    await page.locator('.explorer-folders-view').click();
    await page.keyboard.press('Escape');
    await untilAnswerGrows(view());
    await view().composer.click();
    await page.keyboard.type('/');
    const commands = view().frame.getByRole('listbox', { name: 'Commands' });
    await commands.waitFor();
    await page.keyboard.press('Escape');
    await commands.waitFor({ state: 'detached' });
    await untilAnswerGrows(view());
    await page.keyboard.press('Escape');
    await view().idle();
    assert.equal(await view().composer.inputValue(), '/');
    await view().composer.fill('');
  });

  it('The status bar counts running threads, and Stop asks for one when none is in front', async () => {
    const { page } = workbench();
    await startCounting(view(), 1998);
    await newThread(view());
    await startCounting(view(), 1997);
    await workbench().hideChat();
    await page.locator('.statusbar-item', { hasText: 'Enso: 2 threads' }).locator('a').click();
    await quickRow(page, 'count to 1997').waitFor();
    assert.equal(await quickInput(page).locator('.monaco-list-row').count(), 2);
    await screenshot(page, 'stop-3-which');
    await dismissQuickInput(page);
    await runCommand(page, 'Enso: Stop All');
    await page.locator('.statusbar-item', { hasText: 'Enso' }).waitFor({ state: 'hidden' });
    await openView(page);
    await view().idle();
  });

  it('A stop with no panel open saves queued prompts to the draft of the thread, and a notification reports that', async () => {
    const { page } = workbench();
    await openToSide(page);
    await newThread(side());
    await startCounting(side(), 1996);
    await side().send('what waits');
    await side().queued.first().waitFor();
    await runCommand(page, 'View: Close Editor');
    await page.locator('.part.editor .tab').waitFor({ state: 'detached' });
    await runCommand(page, 'Enso: Stop');
    await runCommand(page, 'Notifications: Show Notifications');
    await page.getByText('saved to the thread').first().waitFor();
    await runCommand(page, 'Notifications: Clear All Notifications');
    await showThread(view(), 'count to 1996');
    await untilComposerHas(view(), 'what waits');
  });

  it('A stop that a hook blocks names the hook, and the user can abandon the run', async () => {
    const { page } = workbench();
    await view().send('/stick');
    await view().bubbles.filter({ hasText: '/stick' }).waitFor();
    await view().idle();
    await view().send('list the files');
    await view().bubbles.filter({ hasText: 'list the files' }).waitFor();
    await view().send('what waits');
    await view().queued.first().waitFor();
    await view().button('Stop').click();
    await view().frame.getByText('Waiting for stuck').waitFor();
    await screenshot(page, 'stop-4-held');
    await openToSide(page);
    await newThread(side());
    await side().send('!echo another thread works');
    await side().tool('echo another thread works').waitFor();
    await side().idle();
    await view().button('Stop Anyway').click();
    await view().idle();
    await untilComposerHas(view(), 'what waits');
    await view().composer.fill('');
    await view().send('/unstick');
    await view().bubbles.filter({ hasText: '/unstick' }).waitFor();
    await view().idle();
    await view().send('list the files');
    await view().answers.last().filter({ hasText: 'README.md' }).waitFor();
    await view().idle();
  });

  it('Closing the window ends all processes but a detached one, which is named in the next window', async () => {
    const { folder } = workbench();
    await view().send('hello');
    await view().answers.first().waitFor();
    await view().idle();
    // A reload saves which thread the view shows. Closing the page may not.
    await workbench().reload();
    await view().answers.first().waitFor();
    await view().send(
      `run: setsid sh -c 'echo $$ > stays.pid; exec sleep 302' & sleep 300 & echo $! > last.pid; sleep 300`,
    );
    const stays = await childThatRuns(join(folder, 'stays.pid'));
    detached.push(stays.pid);
    const child = await childThatRuns(join(folder, 'last.pid'));
    await workbench().reopen();
    await child.gone();
    assert.equal(alive(stays.pid), true);
    await openView(workbench().page);
    const notice = view().frame.locator('.notice', { hasText: `sleep 302 (PID ${String(stays.pid)})` });
    await notice.filter({ hasText: 'Still running' }).waitFor();
    await view().button('End Process').click();
    await notice.filter({ hasText: 'Ended' }).waitFor();
    assert.equal(alive(stays.pid), false);
  });
});
