import type { Chat } from './chat';
import { pickRow, runCommand } from './palette';
import { until } from './until';

/** Waits until a panel shows a thread without messages. */
export async function untilThreadIsEmpty(chat: Chat): Promise<void> {
  await until(chat.page, 'an empty thread', async () => (await chat.bubbles.count()) === 0);
}

/**
 * Performs an action that shows another thread in a panel, and waits until the panel shows it. A thread without messages
 * looks like the one before it, so the ids are compared: what is typed before the change belongs to the thread before.
 */
export async function untilThreadChanges(chat: Chat, action: () => Promise<void>): Promise<void> {
  const shown = chat.frame.locator('main[data-thread]');
  const id = () => shown.getAttribute('data-thread');
  await shown.waitFor();
  const before = await id();
  await action();
  await until(chat.page, 'another thread', async () => (await id()) !== before);
}

/** Starts a new thread in a panel with the palette. */
export async function newThread(chat: Chat): Promise<void> {
  await untilThreadChanges(chat, async () => {
    await chat.composer.click();
    await runCommand(chat.page, 'Enso: New Thread');
  });
  await untilThreadIsEmpty(chat);
}

/** Shows a thread of the history in a panel, by the title of the thread. */
export async function showThread(chat: Chat, title: string): Promise<void> {
  await untilThreadChanges(chat, async () => {
    await runCommand(chat.page, 'Enso: Show Thread History');
    await pickRow(chat.page, title);
  });
}

/** Waits until the composer of a panel has this text, apart from white space around the text. */
export async function untilComposerHas(chat: Chat, text: string): Promise<void> {
  await until(chat.page, `“${text}” in the composer`, async () => {
    return (await chat.composer.inputValue()).trim() === text;
  });
}
