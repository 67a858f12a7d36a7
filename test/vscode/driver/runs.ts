import type { Chat } from './chat';
import { until } from './wait';

/** Begins a run that lasts, and waits until it speaks. */
export async function count(chat: Chat, to: number): Promise<void> {
  const before = await chat.answers.count();
  await chat.send(`count to ${String(to)}`);
  await chat.answers.nth(before).filter({ hasText: '1 2 3' }).waitFor();
}

/** The answer gets longer: nobody has stopped it. */
export async function goesOn(chat: Chat): Promise<void> {
  const { length } = await chat.answers.last().innerText();
  await until(chat.page, 'more of the answer', async () => {
    return (await chat.answers.last().innerText()).length > length;
  });
}
