import { strict as assert } from 'node:assert';
import { withBrowser } from './panelPage';
import { conversation } from './samples';

describe('The activity line and the queue', () => {
  const browser = withBrowser();

  it('The activity line shows the running tool, a retry with its countdown, and a compaction', async () => {
    const panel = await browser.open({ before: conversation });
    await panel.host.observe({ type: 'dialog-settled', dialogId: 'd1', ending: { outcome: 'cancelled' } });
    await panel.page.locator('.card').waitFor({ state: 'detached' });
    const line = panel.page.locator('.activity');
    assert.match(await line.innerText(), /Running\s+git push/);
    await panel.host.observe({
      type: 'activity',
      activity: {
        kind: 'retrying',
        attempt: 1,
        attempts: 3,
        at: Date.now() + 30_000,
        why: 'The provider is busy.',
      },
    });
    await line.getByText(/The provider is busy\. Retrying in 0:(30|2\d) \(attempt 1 of 3\)/).waitFor();
    await panel.host.observe({ type: 'activity', activity: { kind: 'compacting' } });
    await line.getByText('Compacting the conversation').waitFor();
  });

  it('The activity line shows that a question waits out of view, and leads to the question', async () => {
    const panel = await browser.open({ before: conversation, height: 400 });
    await panel.page.locator('.scroller').hover();
    await panel.page.mouse.wheel(0, -5_000);
    await panel.page.getByRole('button', { name: 'Jump to Latest' }).waitFor();
    await panel.page.locator('.card[data-armed="yes"]').waitFor();
    await panel.page.getByRole('button', { name: 'Show Question' }).click();
    await panel.page.keyboard.press('2');
    assert.deepEqual((await panel.host.request('answer')).request.answer, { value: 'Allow in This Thread' });
  });

  it('A stop that waits for something names it and offers Stop Anyway', async () => {
    const panel = await browser.open({ before: conversation });
    await panel.host.observe({ type: 'stop-requested', generation: 1, by: 'Chat' });
    await panel.page.getByText('Stopping…').waitFor();
    assert.equal(await panel.page.getByRole('button', { name: 'Stop Anyway' }).count(), 0);
    await panel.host.observe({
      type: 'stop-requested',
      generation: 1,
      by: 'Chat',
      waitingFor: 'slow-hook.ts',
    });
    await panel.page.getByText('Waiting for slow-hook.ts').waitFor();
    await panel.page.getByRole('button', { name: 'Stop Anyway' }).click();
    assert.equal((await panel.host.request('stop-anyway')).request.generation, 1);
  });

  it('The queue shows the kind of each message, which can be edited, moved, sent now and removed', async () => {
    const panel = await browser.open({ before: conversation });
    const rows = panel.page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem');
    const kinds = ['steering', 'next', 'queued'];
    assert.equal(await rows.count(), kinds.length);
    for (const [nth, kind] of kinds.entries()) await rows.nth(nth).getByText(kind, { exact: true }).waitFor();
    await rows.last().getByText('1 image', { exact: true }).waitFor();
    await rows.nth(1).getByRole('button', { name: 'Edit' }).click();
    const field = panel.page.getByRole('textbox', { name: 'Queued message' });
    await field.fill('then update the changelog and the docs');
    await field.press('Enter');
    const edit = await panel.host.request('edit-queued');
    assert.deepEqual(
      [edit.request.messageId, edit.request.text],
      ['q2', 'then update the changelog and the docs'],
    );
    await rows.nth(1).hover();
    // Steering is delivered first, so a queued message can't move above it.
    assert.ok(await rows.nth(1).getByRole('button', { name: 'Move Up' }).isDisabled());
    await rows.last().hover();
    assert.ok(await rows.last().getByRole('button', { name: 'Move Down' }).isDisabled());
    await rows.last().getByRole('button', { name: 'Move Up' }).click();
    assert.deepEqual((await panel.host.request('move-queued')).request.by, -1);
    await panel.screenshot('queue-hover');
    await rows.last().getByRole('button', { name: 'Send Now' }).click();
    await panel.host.request('send-queued-now');
    await rows.last().getByRole('button', { name: 'Remove from Queue' }).click();
    assert.equal((await panel.host.request('remove-queued')).request.messageId, 'q3');
  });

  it('A prompt without a receipt is outside the list, so that assistive technology never meets it twice', async () => {
    const panel = await browser.open({
      before: (host) => (host.status = { live: true, busy: true, generation: 1 }),
    });
    const { page } = panel;
    const rows = page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem');
    await panel.composer.fill('wait for it');
    await panel.composer.press('Enter');
    await page.locator('.leaving', { hasText: 'wait for it' }).waitFor();
    assert.equal(await rows.count(), 0);
    assert.deepEqual(await panel.axe(), []);
    // The host publishes the queue to all panels before this panel has its receipt.
    await panel.host.observe({
      type: 'queue',
      paused: false,
      items: [{ messageId: 'm1', delivery: 'enqueue', text: 'wait for it', images: [] }],
    });
    await rows.waitFor();
    assert.equal(await page.locator('.leaving').count(), 1);
    assert.equal(await rows.count(), 1);
    assert.equal(await page.getByRole('listitem').filter({ hasText: 'wait for it' }).count(), 1);
    assert.deepEqual(await panel.axe(), []);
    await panel.host.admit(1, 1, true);
    await page.locator('.leaving').waitFor({ state: 'detached' });
    assert.equal(await rows.count(), 1);
  });

  it('A paused queue shows the reason and can be resumed', async () => {
    const panel = await browser.open();
    await panel.host.observe({
      type: 'queue',
      paused: true,
      items: [{ messageId: 'q1', delivery: 'enqueue', text: 'wait', images: [], error: 'No key.' }],
    });
    await panel.page.getByText('No key.').waitFor();
    await panel.page.getByRole('button', { name: 'Resume Queue' }).click();
    await panel.host.request('resume-queue');
  });

  it('Screen readers announce questions and the end of a run, not each word', async () => {
    const panel = await browser.open({
      before: (host) => (host.status = { live: true, busy: true, generation: 1 }),
    });
    const announcements = panel.page.locator('[aria-live="polite"]');
    await panel.host.observe({ type: 'run-started', generation: 1, at: Date.now() });
    await panel.host.observe({ type: 'dialog-opened', request: { kind: 'input', id: 'd', title: 'Why?' } });
    await announcements.getByText('Question from an extension: Why?').waitFor({ state: 'attached' });
    await panel.host.observe({ type: 'settled', generation: 1, aborted: false, failed: false });
    await announcements.getByText('pi has finished').waitFor({ state: 'attached' });
  });

  it('Equal toasts of extensions are shown as one', async () => {
    const panel = await browser.open();
    const toast = { kind: 'toast', toast: { level: 'error', text: 'The hook failed.' } } as const;
    await panel.host.post({ type: 'intent', intent: toast });
    await panel.host.post({ type: 'intent', intent: toast });
    await panel.page.getByText('The hook failed. (2 times)').waitFor();
    await panel.page.getByRole('button', { name: 'Dismiss' }).click();
    await panel.page.getByText('The hook failed.').waitFor({ state: 'detached' });
  });
});
