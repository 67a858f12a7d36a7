import { strict as assert } from 'node:assert';
import type { SessionInfo } from '../../src/protocol/session';
import { withBrowser, type PanelPage } from './panelPage';

describe('The look that an extension sets', () => {
  const browser = withBrowser();
  const session = (panel: PanelPage, patch: Partial<SessionInfo>) =>
    panel.host.observe({ type: 'session-changed', patch });

  it("An extension's label for folded thoughts is shown until the extension removes it", async () => {
    const panel = await browser.open();
    await panel.host.observe({
      type: 'item-added',
      item: { kind: 'thinking', id: 't', text: 'hm', open: false },
    });
    const thoughts = panel.page.locator('.thinking');
    await thoughts.getByText('Thought', { exact: true }).waitFor();
    await session(panel, { thinkingLabel: 'Pondered' });
    await thoughts.getByText('Pondered').waitFor();
    await thoughts.getByRole('button').click();
    await thoughts.getByText('Thought', { exact: true }).waitFor();
    await thoughts.getByRole('button').click();
    await session(panel, { thinkingLabel: undefined });
    await thoughts.getByText('Thought', { exact: true }).waitFor();
  });

  it("An extension's heading is shown above the thread until the extension removes it", async () => {
    const panel = await browser.open();
    const title = panel.page.locator('.heading');
    const before = await title.count();
    assert.equal(before, 0);
    await session(panel, { heading: 'Plan' });
    await title.getByText('Plan', { exact: true }).waitFor();
    await session(panel, { heading: '' });
    await title.waitFor({ state: 'detached' });
  });

  it('An extension replaces the working mark, or hides the activity line', async () => {
    const panel = await browser.open();
    await panel.host.observe({ type: 'activity', activity: { kind: 'answering' } });
    const line = panel.page.locator('.activity');
    await line.locator('.turning').waitFor();
    await session(panel, { workingMark: { frames: ['●'], everyMs: 80 } });
    await line.getByText('●').waitFor();
    await session(panel, { workingMark: { frames: [], everyMs: 0 } });
    await line.locator('.mark', { hasText: /^$/ }).waitFor({ state: 'attached' });
    assert.equal(await line.locator('.turning').count(), 0);
    await session(panel, { workingShown: false });
    await line.waitFor({ state: 'detached' });
    await session(panel, { workingShown: true, workingMark: undefined });
    await line.locator('.turning').waitFor();
  });

  it('The frames of a working mark alternate, and stand still with reduced motion', async () => {
    const panel = await browser.open({ frozen: true, awaitThread: false });
    await panel.page.clock.runFor(100);
    await panel.thread();
    await panel.host.observe({ type: 'activity', activity: { kind: 'answering' } });
    await session(panel, { workingMark: { frames: ['a', 'b', 'c'], everyMs: 80 } });
    await panel.page.clock.runFor(100);
    const next = async () => {
      await panel.page.clock.runFor(500);
      return panel.page.locator('.activity .mark').innerText();
    };
    await panel.page.emulateMedia({ reducedMotion: 'no-preference' });
    assert.deepEqual(new Set([await next(), await next(), await next()]), new Set(['a', 'b', 'c']));
    await panel.page.emulateMedia({ reducedMotion: 'reduce' });
    assert.deepEqual([await next(), await next(), await next()], ['a', 'a', 'a']);
  });

  it("An extension's text is inserted at the caret of the composer", async () => {
    const panel = await browser.open();
    await panel.composer.pressSequentially('ab');
    await panel.composer.press('ArrowLeft');
    const put = (text: string, replace: boolean) =>
      panel.host.post({ type: 'intent', intent: { kind: 'insert-text', text, replace } });
    await put(' pasted ', false);
    await panel.page.waitForFunction(() => document.querySelector('textarea')?.value === 'a pasted b');
    await panel.composer.press('x');
    assert.equal(await panel.composer.inputValue(), 'a pasted xb');
    await put('set', true);
    await put(', and more', false);
    await panel.page.waitForFunction(() => document.querySelector('textarea')?.value === 'set, and more');
  });

  it('A flood of toasts shows a few, and the number of the others', async () => {
    const panel = await browser.open();
    for (let at = 0; at < 6; at += 1) {
      const toast = {
        level: 'info',
        text: `word ${at}`,
        source: 'flood',
        others: at === 5 ? 985 : 0,
      } as const;
      await panel.host.post({ type: 'intent', intent: { kind: 'toast', toast } });
    }
    await panel.page.getByText('987 more messages from flood').waitFor();
    assert.equal(await panel.page.locator('.toast').count(), 5);
    await panel.page.locator('.toast').last().getByRole('button', { name: 'Dismiss' }).click();
    await panel.page.getByText('987 more messages').waitFor({ state: 'detached' });
  });

  it('A card shows its whole preview of up to 300 rows: the command, the diff with hidden characters, and the notes', async () => {
    const panel = await browser.open();
    const rows = Array.from({ length: 250 }, (_, index) => `+row ${index + 1}`);
    await panel.host.observe({
      type: 'dialog-opened',
      request: {
        kind: 'select',
        id: 'm',
        title: 'Write this file?',
        options: ['Allow Once', 'Deny'],
        preview: {
          format: 'diff',
          path: 'a\u202eb.txt',
          text: `@@ -0,0 +1,251 @@\n${rows.join('\n')}\n+sl\u200by\n\\ No newline at end of file\n`,
          notes: ['This file is outside the workspace.'],
        },
      },
    });
    const card = panel.page.getByRole('group', { name: 'Write this file?' });
    await card.waitFor();
    assert.equal(await card.locator('.diff-row.added').count(), 251);
    assert.deepEqual(await card.locator('.hidden-character').allInnerTexts(), ['U+202E', 'U+200B']);
    await card.getByText('This file is outside the workspace.').waitFor();
    await card.getByText('No newline at end of file').waitFor();
  });
});
