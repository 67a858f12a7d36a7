import type { MessageId } from '../../../protocol/ids';
import type { UserItem } from '../../../protocol/item';
import type { Delivery, QueueItem } from '../../../protocol/observation';
import type { AdmittedPrompt } from '../ports/runtime';

/** A prompt that waits, and the panel that gets it back if it is refused. */
export interface QueuedPrompt extends AdmittedPrompt {
  readonly delivery: Delivery;
  readonly sender: string | undefined;
  readonly error?: string;
}

/**
 * The prompts behind a run, as a value. The queue is the host's own: pi is given one prompt at a time, so a prompt is
 * never in two places and can be changed until the moment it is given away. Steering goes first, each kind in the order
 * it came.
 */
export interface Queue {
  readonly prompts: readonly QueuedPrompt[];
  /** Waits until the user resumes it. Never true of an empty queue. */
  readonly paused: boolean;
}

/** A change that a user makes in the queue. */
export type QueueChange =
  | { readonly type: 'edit'; readonly messageId: MessageId; readonly text: string }
  | { readonly type: 'remove' | 'send-now'; readonly messageId: MessageId }
  | { readonly type: 'move'; readonly messageId: MessageId; readonly by: -1 | 1 }
  | { readonly type: 'resume' };

/** Returns the queue with these prompts, in the order in which they go: users read the list as that. */
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

/** Puts prompts back to where they were taken from: in front of their kind. */
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

/** Returns the queues that a user's change leads through, each of which followers see; none when nothing changes. */
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
      // Beside a run the soonest moment is the end of the current turn.
      const steered = prompt && replace(queue, messageId, { ...prompt, delivery: 'steer' });
      const first = steered && toFront(steered, messageId);
      return [...(steered && first ? [steered, first] : []), ...changed(first ?? queue, { type: 'resume' })];
    }
  }
}

/** Returns the queue as followers see it. */
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

/** Returns a prompt as the transcript shows it. */
export function userItem(prompt: QueuedPrompt, state: UserItem['state']): UserItem {
  const { messageId, text, images } = prompt;
  return { kind: 'user', id: messageId, messageId, text, images, state };
}
