import type { MessageId } from '../../../protocol/ids';
import { messageOf } from '../../base/errors';
import { userItem, firstWord } from './userItem';
import type { ExternalChanges, PromptRefusal, RunEnding, ThreadRuntime } from '../ports/runtime';
import type { QueuedPrompt } from './promptQueue';
import type { CurrentPrompt, Thread } from './thread';

/**
 * Does whatever can be done next: gives the agent the next prompt, or gives the lease back when nothing is left. To be
 * called after each change that could let something go on; calling it once too often does nothing.
 */
export function advance(thread: Thread): void {
  if (thread.agent !== 'idle' || thread.disposed) return;
  if (!hasBlockingCommands(thread)) thread.stopping?.commandsOver?.();
  const compacting = thread.slot.current?.compacting === true;
  if (thread.stopping === undefined && !compacting && !thread.queue.paused) {
    const next = thread.queue.takeNext();
    if (next !== undefined) {
      if (thread.lease === undefined) thread.take();
      startPrompt(thread, next, 'queue');
      return;
    }
  }
  if (thread.lease === undefined || compacting) return;
  if (thread.commands.size === 0 && thread.dialogs.size === 0) thread.release(thread.lease);
}

/** Commands that were to end with a stop still run. */
export function hasBlockingCommands({ stopping, commands }: Thread): boolean {
  return stopping?.commands.some((messageId) => commands.has(messageId)) === true;
}

/** Gives a prompt to the idle agent. The thread is taken already. */
export function startPrompt(thread: Thread, prompt: QueuedPrompt, origin: CurrentPrompt['origin']): void {
  const inHand: CurrentPrompt = {
    prompt,
    origin,
    given: false,
    started: false,
    delivered: false,
    stopped: false,
  };
  thread.agent = 'admitting';
  thread.current = inHand;
  thread.feed.publish({ type: 'prompt-opened', item: userItem(prompt, 'pending') });
  thread.feed.publish({ type: 'activity', activity: { kind: 'starting' } });
  const current = (): boolean => !inHand.stopped && thread.current === inHand;
  thread.slot.get().then(
    (runtime) => {
      if (!current()) return;
      if (runtime.externalChanges === undefined) give(thread, runtime, inHand);
      else void giveWhole(thread, runtime, inHand, current);
    },
    (error: unknown) => {
      if (current()) refused(thread, inHand, { reason: messageOf(error), next: ['show-log'] });
    },
  );
}

/** Gives the prompt to a session that knows all of the thread, whoever else wrote to it. */
async function giveWhole(
  thread: Thread,
  runtime: ThreadRuntime,
  inHand: CurrentPrompt,
  current: () => boolean,
): Promise<void> {
  try {
    const added = await runtime.externalChanges?.();
    if (added === undefined) {
      if (current()) give(thread, runtime, inHand);
      return;
    }
    thread.deps.log.warn(`thread ${thread.id} was gone on with elsewhere: it is read anew`);
    // The old session is let go first: two of one file would add to the branches.
    if (thread.slot.current === runtime) await thread.slot.dispose();
    if (current()) {
      // The bubble comes after what was said before it.
      thread.feed.publish({ type: 'prompts-restored', messageIds: [inHand.prompt.messageId] });
      showAdded(thread, added);
      thread.feed.publish({ type: 'prompt-opened', item: userItem(inHand.prompt, 'pending') });
    } else {
      showAdded(thread, added);
    }
    const fresh = await thread.slot.get();
    if (current()) give(thread, fresh, inHand);
  } catch (error) {
    if (current()) refused(thread, inHand, { reason: messageOf(error), next: ['show-log'] });
  }
}

function showAdded(thread: Thread, { items, diverged }: ExternalChanges): void {
  for (const item of items) thread.feed.publish({ type: 'item-added', item });
  thread.feed.publish({
    type: 'item-added',
    item: {
      kind: 'notice',
      id: `elsewhere-${String(thread.generation)}`,
      level: diverged ? 'warning' : 'info',
      text: diverged
        ? 'Another program went on with this thread at the same time. pi keeps both as branches; the model knows the one that was written last.'
        : 'Another program went on with this thread. What was said there is shown above, and the model knows it.',
    },
  });
}

function give(thread: Thread, runtime: ThreadRuntime, inHand: CurrentPrompt): void {
  const { prompt } = inHand;
  // It was checked when it was admitted; edited in the queue, or after a reload, it may be another.
  if (runtime.promptKind(prompt.text) === 'unknown') {
    refused(thread, inHand, { reason: `${firstWord(prompt.text)} is not a command here.` });
    return;
  }
  inHand.given = true;
  thread.deps.log.info(`prompt ${prompt.messageId} opened on run ${String(thread.generation)}`);
  runtime.prompt(prompt, {
    accepted: (how) => {
      if (thread.current === inHand) accepted(thread, inHand, how);
    },
    rejected: (refusal) => {
      if (thread.current === inHand) refused(thread, inHand, refusal);
    },
  });
}

/** The agent works, whoever asked it to: a run that no prompt started takes the thread like any other. */
export function runStarted(thread: Thread): void {
  if (thread.lease === undefined) thread.take();
  thread.agent = 'running';
  // A command that outlasts its stop began this run: it is one that can be stopped by itself.
  thread.stopping?.commandsOver?.();
}

/** The model is given these words: a pending bubble is said, one that waited gets its bubble. */
export function promptDelivered(thread: Thread, messageId: MessageId): void {
  const steered = thread.steering.get(messageId);
  thread.steering.delete(messageId);
  const inHand = thread.current?.prompt.messageId === messageId ? thread.current : undefined;
  const prompt = inHand?.prompt ?? steered;
  if (prompt === undefined) return;
  if (inHand !== undefined) inHand.delivered = true;
  thread.undeliveredChanged();
  thread.feed.publish({ type: 'prompt-delivered', item: userItem(prompt, 'delivered') });
}

/** The agent is idle again. What it was given and never said comes back: to whoever stopped it, or to the queue. */
export function runSettled(thread: Thread, ending: RunEnding): void {
  const { stopping, queue } = thread;
  // A run that no prompt started may end while a prompt is still being admitted: that one is not over.
  const admitting = thread.current?.started === false;
  const inHand = admitting ? undefined : thread.current;
  const unsaid = [...thread.steering.values()];
  thread.steering.clear();
  thread.agent = admitting ? 'admitting' : 'idle';
  if (!admitting) thread.current = undefined;
  const own = inHand === undefined || inHand.delivered ? [] : [inHand.prompt];
  if (stopping !== undefined) {
    thread.restore([...own, ...unsaid]);
  } else {
    for (const prompt of own)
      thread.reject(prompt, { reason: 'The agent ended before it took this message.' });
    if (unsaid.length > 0) queue.putBack(unsaid);
    // What waits is not fired into a model that just failed, nor after an extension ended the run.
    if (ending.failed || ending.aborted) queue.pause();
  }
  const goesOn = admitting || (stopping === undefined && queue.length > 0 && !queue.paused);
  const { aborted, failed } = ending;
  if (!goesOn) thread.feed.publish({ type: 'settled', generation: thread.generation, aborted, failed });
  const run = `thread ${thread.id} run ${String(thread.generation)}`;
  thread.deps.log.info(`${run} settled${goesOn ? ', the queue goes on' : ''}`);
  advance(thread);
}

function accepted(thread: Thread, inHand: CurrentPrompt, how: 'started' | 'handled'): void {
  if (how === 'started') {
    inHand.started = true;
    thread.agent = 'running';
    return;
  }
  admissionOver(thread);
  if (inHand.stopped && !inHand.delivered) thread.restore([inHand.prompt]);
  else if (!inHand.delivered)
    thread.feed.publish({ type: 'prompt-delivered', item: userItem(inHand.prompt, 'command') });
  advance(thread);
}

function refused(thread: Thread, inHand: CurrentPrompt, refusal: PromptRefusal): void {
  const { prompt } = inHand;
  admissionOver(thread);
  if (inHand.stopped) {
    thread.restore([prompt]);
  } else if (inHand.origin === 'taken') {
    thread.reject(prompt, refusal);
  } else {
    // It keeps its place and waits for a person, together with what waits behind it.
    thread.feed.publish({ type: 'prompts-restored', messageIds: [prompt.messageId] });
    thread.queue.putBack([{ ...prompt, error: refusal.reason }]);
    thread.queue.pause();
  }
  advance(thread);
}

/** Whatever handled the prompt may have begun a run of its own meanwhile; that one goes on. */
function admissionOver(thread: Thread): void {
  if (thread.agent === 'admitting') thread.agent = 'idle';
  thread.current = undefined;
}
