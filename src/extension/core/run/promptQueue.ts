import type { MessageId } from '../../../protocol/ids';
import type { UserItem } from '../../../protocol/item';
import type { Delivery, QueueItem } from '../../../protocol/observation';
import type { AdmittedPrompt } from '../ports/runtime';

/** A queued prompt, and the panel that gets the prompt back if it is refused. */
export interface QueuedPrompt extends AdmittedPrompt {
  readonly delivery: Delivery;
  readonly sender: string | undefined;
  readonly error?: string;
}

/**
 * The prompts behind a run, as a value. The host owns the queue and gives pi one prompt at a time, so a prompt is never
 * in two places and can be changed until it is submitted. Steering comes first; each kind keeps the order of arrival.
 */
export interface Queue {
  readonly prompts: readonly QueuedPrompt[];
  /** True while the queue waits for the user to resume it. Never true for an empty queue. */
  readonly paused: boolean;
}

/** A change that the user makes to the queue. */
export type QueueChange =
  | { readonly type: 'edit'; readonly messageId: MessageId; readonly text: string }
  | { readonly type: 'remove' | 'send-now'; readonly messageId: MessageId }
  | { readonly type: 'move'; readonly messageId: MessageId; readonly by: -1 | 1 }
  | { readonly type: 'resume' };

/** Returns the queue with these prompts in the order of delivery, which is the order that the user sees. */
export function withPrompts(queue: Queue, prompts: readonly QueuedPrompt[]): Queue {
  return {
    prompts: [
      ...prompts.filter((prompt) => prompt.delivery === 'steer'),
      ...prompts.filter((prompt) => prompt.delivery === 'enqueue'),
    ],
    paused: queue.paused && prompts.length > 0,
  };
}

export function push(queue: Queue, prompt: QueuedPrompt): Queue {
  return withPrompts(queue, [...queue.prompts, prompt]);
}

/** Puts prompts back in front of the prompts of their kind. */
export function putBack(queue: Queue, prompts: readonly QueuedPrompt[]): Queue {
  return withPrompts(queue, [...prompts, ...queue.prompts]);
}

export function without(queue: Queue, messageId: MessageId): Queue {
  return withPrompts(
    queue,
    queue.prompts.filter((prompt) => prompt.messageId !== messageId),
  );
}

export function find(queue: Queue, messageId: MessageId): QueuedPrompt | undefined {
  return queue.prompts.find((prompt) => prompt.messageId === messageId);
}

/** Returns the queues that a change leads through. Followers see each of them. Empty if nothing changes. */
export function changed(queue: Queue, change: QueueChange): readonly Queue[] {
  if (change.type === 'resume') return queue.paused ? [{ ...queue, paused: false }] : [];
  const { messageId } = change;
  const prompt = find(queue, messageId);
  switch (change.type) {
    case 'edit':
      return prompt === undefined ? [] : [replace(queue, messageId, withText(prompt, change.text))];
    case 'remove':
      return prompt === undefined ? [] : [without(queue, messageId)];
    case 'move':
      return moved(queue, messageId, change.by);
    case 'send-now': {
      // During a run, the earliest possible delivery is at the end of the current turn.
      const steered = prompt && replace(queue, messageId, { ...prompt, delivery: 'steer' });
      const first = steered && toFront(steered, messageId);
      return [...(steered && first ? [steered, first] : []), ...changed(first ?? queue, { type: 'resume' })];
    }
  }
}

/** Returns the queue's rows for followers. */
export function rows({ prompts }: Queue): readonly QueueItem[] {
  return prompts.map(({ sender: _sender, ...item }) => item);
}

function withText({ error: _past, ...prompt }: QueuedPrompt, text: string): QueuedPrompt {
  return { ...prompt, text };
}

function replace(queue: Queue, messageId: MessageId, next: QueuedPrompt): Queue {
  return withPrompts(
    queue,
    queue.prompts.map((prompt) => (prompt.messageId === messageId ? next : prompt)),
  );
}

/** Swaps a prompt with its neighbour of the same kind, earlier (-1) or later (1). */
function moved(queue: Queue, messageId: MessageId, by: -1 | 1): readonly Queue[] {
  const { prompts } = queue;
  const from = prompts.findIndex((prompt) => prompt.messageId === messageId);
  const prompt = prompts[from];
  if (prompt === undefined) return [];
  const sameKind = (other: QueuedPrompt): boolean => other.delivery === prompt.delivery;
  const to =
    by < 0
      ? prompts.slice(0, from).findLastIndex(sameKind)
      : prompts.findIndex((other, index) => index > from && sameKind(other));
  const neighbour = prompts[to];
  if (neighbour === undefined) return [];
  const next = [...prompts];
  next[from] = neighbour;
  next[to] = prompt;
  return [withPrompts(queue, next)];
}

function toFront(queue: Queue, messageId: MessageId): Queue {
  const rest = queue.prompts.filter((prompt) => prompt.messageId !== messageId);
  return withPrompts(queue, [...queue.prompts.filter((prompt) => !rest.includes(prompt)), ...rest]);
}

/** Returns a prompt's item in the transcript. */
export function userItem(prompt: QueuedPrompt, state: UserItem['state']): UserItem {
  const { messageId, text, images } = prompt;
  return { kind: 'user', id: messageId, messageId, text, images, state };
}
