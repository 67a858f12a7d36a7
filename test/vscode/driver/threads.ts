import type { Chat } from './chat';
import { runCommand } from './palette';
import { until } from './wait';

/** Waits until a panel shows a thread without messages. */
export async function emptyThread(chat: Chat): Promise<void> {
  await until(chat.page, 'an empty thread', async () => (await chat.bubbles.count()) === 0);
}

/** Starts a new thread in a panel through the palette. */
export async function newThread(chat: Chat): Promise<void> {
  await chat.composer.click();
  await runCommand(chat.page, 'Enso: New Thread');
  await emptyThread(chat);
}

/** Waits until the composer of a panel has this text, white space around it aside. */
export async function composed(chat: Chat, text: string): Promise<void> {
  await until(chat.page, `“${text}” in the composer`, async () => {
    return (await chat.composer.inputValue()).trim() === text;
  });
}
