import type { UserItem } from '../../../protocol/item';
import type { QueuedPrompt } from './promptQueue';

/** The bubble of a prompt. */
export function userItem(prompt: QueuedPrompt, state: UserItem['state']): UserItem {
  const { messageId, text, images } = prompt;
  return { kind: 'user', id: messageId, messageId, text, images, state };
}

export function firstWord(text: string): string {
  return text.trim().split(/\s/, 1)[0] ?? '';
}
