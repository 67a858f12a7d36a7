import * as l10n from '@vscode/l10n';
import type { MessageId } from '../../../protocol/ids';
import { Deferred } from '../../base/deferred';
import { messageOf } from '../../base/errors';
import { firstWord } from '../../base/text';
import type { ExternalChanges, ThreadRuntime } from '../ports/runtime';
import { userItem, type QueuedPrompt } from '../run/promptQueue';
import { currentOf } from '../run/transition';
import type { ThreadParts } from './threadParts';

/** The timeout for the answer to a prompt, in milliseconds. Panels wait twice as long. */
const answerWithinMs = 5000;

/** Loads pi to learn the kind of a slash command. Raises `kind`, `load-late` or `load-failed`. */
export async function loadForKind(
  thread: ThreadParts,
  prompt: QueuedPrompt,
  reserved: boolean,
): Promise<void> {
  let runtime: ThreadRuntime | undefined;
  try {
    runtime = await loadedInTime(thread);
  } catch (error) {
    thread.dispatch({ on: 'load-failed', prompt, reserved, why: messageOf(error) });
    return;
  }
  if (runtime === undefined) thread.dispatch({ on: 'load-late', prompt, reserved });
  else thread.dispatch({ on: 'kind', prompt, reserved, kind: runtime.promptKind(prompt.text) });
}

/** Resolves with the runtime, or with nothing after the timeout. */
async function loadedInTime(thread: ThreadParts): Promise<ThreadRuntime | undefined> {
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

/** Gets a runtime that has the whole thread, with other programs' changes to its file. Raises `ready` or `refused`. */
export function preparePrompt(thread: ThreadParts, prompt: QueuedPrompt): void {
  const { messageId } = prompt;
  const current = (): boolean => isAwaited(thread, messageId);
  const failed = (error: unknown): void => {
    if (current()) refuse(thread, messageId, messageOf(error));
  };
  thread.slot.get().then((runtime) => {
    if (!current()) return;
    if (runtime.externalChanges === undefined) thread.dispatch({ on: 'ready', messageId });
    else void catchUp(thread, runtime, prompt, current).catch(failed);
  }, failed);
}

function isAwaited({ state }: ThreadParts, messageId: MessageId): boolean {
  const current = currentOf(state.agent);
  return current?.prompt.messageId === messageId && !current.stopped;
}

function refuse(thread: ThreadParts, messageId: MessageId, reason: string): void {
  thread.dispatch({ on: 'refused', messageId, refusal: { reason, next: ['show-log'] } });
}

/** Reloads the session if another program has changed the thread's file. Only a new session has the changes. */
async function catchUp(
  thread: ThreadParts,
  runtime: ThreadRuntime,
  prompt: QueuedPrompt,
  current: () => boolean,
): Promise<void> {
  const { messageId } = prompt;
  const changes = await runtime.externalChanges?.();
  if (changes === undefined) {
    if (current()) thread.dispatch({ on: 'ready', messageId });
    return;
  }
  thread.deps.log.warn(`thread ${thread.id}: changed by another program, reloading`);
  // The old session ends first, because two live sessions of one file would write to different branches.
  if (thread.slot.current === runtime) await thread.slot.dispose();
  if (current()) {
    // Moves the pending prompt below the added messages.
    thread.feed.publish({ type: 'prompts-restored', messageIds: [messageId] });
    showChanges(thread, changes);
    thread.feed.publish({ type: 'prompt-opened', item: userItem(prompt, 'pending') });
  } else {
    showChanges(thread, changes);
  }
  await thread.slot.get();
  if (current()) thread.dispatch({ on: 'ready', messageId });
}

function showChanges(thread: ThreadParts, { items, diverged }: ExternalChanges): void {
  for (const item of items) thread.feed.publish({ type: 'item-added', item });
  thread.feed.publish({
    type: 'item-added',
    item: {
      kind: 'notice',
      id: `external-changes-${String(thread.state.generation)}`,
      level: diverged ? 'warning' : 'info',
      text: diverged
        ? l10n.t(
            'This thread was continued in two programs at once. pi kept both branches; the most recent one is in use.',
          )
        : l10n.t(
            'This thread was continued in another program. Its messages are shown above and included in the context.',
          ),
    },
  });
}

/** Submits a prompt to the runtime. Raises `accepted` or `refused`, once. */
export function submitPrompt(thread: ThreadParts, prompt: QueuedPrompt): void {
  const { messageId } = prompt;
  const runtime = thread.slot.current;
  if (runtime === undefined) {
    refuse(thread, messageId, l10n.t('pi was unloaded before this message was delivered. Send it again.'));
    return;
  }
  // The kind was checked at the admission, but may have changed by an edit in the queue or a reload.
  if (runtime.promptKind(prompt.text) === 'unknown') {
    const reason = l10n.t('Unknown command {command}.', { command: firstWord(prompt.text) });
    thread.dispatch({ on: 'refused', messageId, refusal: { reason } });
    return;
  }
  thread.deps.log.info(`prompt ${messageId}: submitted to run ${String(thread.state.generation)}`);
  runtime.prompt(prompt, {
    accepted: (how) => {
      thread.dispatch({ on: 'accepted', messageId, how });
    },
    rejected: (refusal) => {
      thread.dispatch({ on: 'refused', messageId, refusal });
    },
  });
}

/** Runs an extension's command, even during a run. Raises `command-ended`. */
export function runCommand(thread: ThreadParts, prompt: QueuedPrompt): void {
  const { messageId } = prompt;
  thread.slot.current?.prompt(prompt, {
    accepted: () => {
      thread.dispatch({ on: 'command-ended', messageId });
    },
    rejected: (refusal) => {
      thread.dispatch({ on: 'command-ended', messageId, refusal });
    },
  });
}
