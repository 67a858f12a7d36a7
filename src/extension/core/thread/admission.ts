import { randomUUID } from 'node:crypto';
import type { PromptReceipt, Refusal } from '../../../protocol/frames';
import type { PromptBody } from '../../../protocol/item';
import type { Delivery } from '../../../protocol/observation';
import { Deferred } from '../../base/deferred';
import { messageOf } from '../../base/errors';
import { userItem, firstWord } from './userItem';
import type { EditorCommand } from '../ports/panel';
import type { ThreadRuntime } from '../ports/runtime';
import type { QueuedPrompt } from './promptQueue';
import { startPrompt, advance } from './run';
import type { Sender, Thread } from './thread';

/** Milliseconds within which a prompt is answered. A panel waits for twice as long. */
const answerWithinMs = 5000;

/**
 * Admits a prompt: takes the idle thread, or puts the prompt behind what runs. The answer is the admission and nothing
 * else; it comes at once, but for a slash command, whose name has to be known to pi first. What comes of the prompt is
 * said by the feed alone. Refusals change nothing.
 */
export async function admitPrompt(
  thread: Thread,
  body: PromptBody,
  delivery: Delivery,
  sender: Sender,
): Promise<PromptReceipt | Refusal> {
  if (body.text.trim() === '' && body.images.length === 0) {
    return { ok: false, code: 'bad-request', message: 'There is nothing to send yet. Type a message first.' };
  }
  const prompt: QueuedPrompt = {
    messageId: randomUUID(),
    text: body.text,
    images: body.images,
    delivery,
    sender: sender.panelId,
  };
  if (!looksLikeCommand(body.text)) return admitWords(thread, prompt);
  const own = thread.deps.commands.find(({ name }) => `/${name}` === firstWord(body.text));
  return own === undefined ? admitCommand(thread, prompt) : runOwn(thread, own, prompt);
}

/** `/word` or `/skill:word` as the first word; a path such as `/usr/bin` is no command. */
export function looksLikeCommand(text: string): boolean {
  return /^\/[\p{L}\p{N}_][\p{L}\p{N}_.:-]*$/u.test(firstWord(text)) && text.startsWith('/');
}

function admitWords(thread: Thread, prompt: QueuedPrompt): PromptReceipt {
  const free = thread.slot.current?.compacting !== true && thread.stopping === undefined;
  if (!thread.busy && thread.queue.length === 0 && free) {
    thread.take();
    startPrompt(thread, prompt, 'taken');
    return receipt(thread, prompt, false);
  }
  thread.queue.push(prompt);
  // A person's word lets a held queue go on, in its order.
  thread.queue.resume();
  thread.deps.log.info(`prompt ${prompt.messageId} queued behind run ${String(thread.generation)}`);
  advance(thread);
  return receipt(thread, prompt, true);
}

async function admitCommand(thread: Thread, prompt: QueuedPrompt): Promise<PromptReceipt | Refusal> {
  const live = thread.slot.current;
  if (live !== undefined) return admitKnownCommand(thread, live, prompt);
  // Taken before pi is loaded, so that a stop reaches it and later prompts stay behind it.
  const lease = thread.busy ? undefined : thread.take();
  const hold = lease === undefined ? undefined : holdAgent(thread, prompt);
  let runtime: ThreadRuntime | undefined;
  try {
    runtime = await loadedInTime(thread);
  } catch (error) {
    if (hold?.stopped === true) return receipt(thread, prompt, false);
    hold?.release();
    advance(thread);
    return { ok: false, code: 'failed', message: messageOf(error) };
  }
  if (hold?.stopped === true) return receipt(thread, prompt, false);
  hold?.release();
  if (runtime === undefined) {
    // Whether its name is known is said by the feed then.
    if (hold === undefined) return admitWords(thread, prompt);
    startPrompt(thread, prompt, 'taken');
    return receipt(thread, prompt, false);
  }
  if (thread.disposed) return { ok: false, code: 'failed', message: 'Enso ends, so this was not sent.' };
  const reply = admitKnownCommand(thread, runtime, prompt);
  advance(thread);
  return reply;
}

/** The runtime, or nothing when it takes so long that whoever asked would take the host for dead. */
async function loadedInTime(thread: Thread): Promise<ThreadRuntime | undefined> {
  const late = new Deferred<undefined>();
  const timer = thread.deps.clock.after(answerWithinMs, () => {
    late.resolve(undefined);
  });
  try {
    return await Promise.race([thread.slot.get(), late.promise]);
  } finally {
    timer.dispose();
  }
}

/** The agent's place is kept for a command whose name is not known yet. A stop in the meantime gives it back. */
function holdAgent(thread: Thread, prompt: QueuedPrompt): { readonly stopped: boolean; release(): void } {
  const inHand = {
    prompt,
    origin: 'taken' as const,
    given: false,
    started: false,
    delivered: false,
    stopped: false,
  };
  thread.agent = 'admitting';
  thread.current = inHand;
  return {
    get stopped() {
      return inHand.stopped;
    },
    release() {
      thread.agent = 'idle';
      thread.current = undefined;
    },
  };
}

function admitKnownCommand(
  thread: Thread,
  runtime: ThreadRuntime,
  prompt: QueuedPrompt,
): PromptReceipt | Refusal {
  switch (runtime.promptKind(prompt.text)) {
    case 'unknown': {
      const names = [...thread.deps.commands, ...runtime.commands()].map(({ name }) => `/${name}`);
      const available = names.length === 0 ? 'There are none here.' : `There are ${names.join(', ')}.`;
      const message = `${firstWord(prompt.text)} is not a command here. ${available}`;
      thread.deps.log.info(`a prompt was refused: unknown command`);
      return { ok: false, code: 'unavailable-command', message };
    }
    case 'extension':
      return runCommand(thread, runtime, prompt);
    case 'none':
    case 'prompt':
    case 'enso':
    case 'shell':
      // The lease may have been taken for this very prompt; then the agent is free and it goes at once.
      if (!thread.busy || thread.agent !== 'idle' || thread.commands.size > 0 || thread.dialogs.size > 0) {
        return admitWords(thread, prompt);
      }
      startPrompt(thread, prompt, 'taken');
      return receipt(thread, prompt, false);
  }
}

/** The editor's own command touches neither the run nor the queue. */
async function runOwn(
  thread: Thread,
  own: EditorCommand,
  prompt: QueuedPrompt,
): Promise<PromptReceipt | Refusal> {
  try {
    await own.run(thread.id, prompt.text.slice(own.name.length + 1).trim(), prompt.sender);
  } catch (error) {
    return { ok: false, code: 'failed', message: messageOf(error) };
  }
  return receipt(thread, prompt, false);
}

/** pi runs an extension's command beside whatever runs; its acceptance is its completion, and nothing settles. */
function runCommand(thread: Thread, runtime: ThreadRuntime, prompt: QueuedPrompt): PromptReceipt {
  if (!thread.busy) thread.take();
  const { messageId } = prompt;
  thread.commands.add(messageId);
  thread.feed.publish({ type: 'prompt-delivered', item: userItem(prompt, 'command') });
  const ended = (): void => {
    thread.commands.delete(messageId);
    advance(thread);
  };
  runtime.prompt(prompt, {
    accepted: ended,
    rejected: (refusal) => {
      thread.reject(prompt, refusal);
      ended();
    },
  });
  return receipt(thread, prompt, false);
}

function receipt(thread: Thread, prompt: QueuedPrompt, queued: boolean): PromptReceipt {
  return {
    ok: true,
    threadId: thread.id,
    messageId: prompt.messageId,
    generation: thread.generation,
    queued,
  };
}
