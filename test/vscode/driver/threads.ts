import type { Chat } from './chat';
import { runCommand } from './palette';
import { until } from './until';

/** Waits until a panel shows a thread without messages. */
export async function untilThreadIsEmpty(chat: Chat): Promise<void> {
  await until(chat.page, 'an empty thread', async () => (await chat.bubbles.count()) === 0);
}

/** Starts a new thread in a panel with the palette. */
export async function newThread(chat: Chat): Promise<void> {
  await chat.composer.click();
  await runCommand(chat.page, 'Enso: New Thread');
  await untilThreadIsEmpty(chat);
}

/** Waits until the composer of a panel has this text, apart from white space around the text. */
export async function untilComposerHas(chat: Chat, text: string): Promise<void> {
  await until(chat.page, `“${text}” in the composer`, async () => {
    return (await chat.composer.inputValue()).trim() === text;
  });
}
