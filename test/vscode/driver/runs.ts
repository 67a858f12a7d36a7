import type { Chat } from './chat';
import { until } from './until';

/** Starts a long run, and waits for the beginning of its answer. */
export async function startCounting(chat: Chat, to: number): Promise<void> {
  const before = await chat.answers.count();
  await chat.send(`count to ${String(to)}`);
  await chat.answers.nth(before).filter({ hasText: '1 2 3' }).waitFor();
}

/** Waits until the answer has grown, which shows that the run was not stopped. */
export async function untilAnswerGrows(chat: Chat): Promise<void> {
  const { length } = await chat.answers.last().innerText();
  await until(chat.page, 'more of the answer', async () => {
    return (await chat.answers.last().innerText()).length > length;
  });
}
