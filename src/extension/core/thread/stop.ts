import type { Refusal, StopReceipt } from '../../../protocol/frames';
import type { Generation, MessageId } from '../../../protocol/ids';
import { messageOf } from '../../base/errors';
import { reportBackgroundProcesses } from './backgroundProcesses';
import type { QueuedPrompt } from './promptQueue';
import { hasBlockingCommands, advance, runSettled } from './run';
import type { Sender, Stopping, Thread } from './thread';

/** Milliseconds after which a stop says what it waits for. */
const slowStopMs = 1500;

/**
 * Stops the run. In this order: what waits is cleared, pi is told (its signal is raised before anything is awaited), the
 * open questions settle as `aborted` and none is taken until pi is idle; the run ends by its own `settled`. Never throws.
 *
 * @param generation the run that the person saw; a later one is not touched
 */
export function stopThread(
  thread: Thread,
  generation: Generation | undefined,
  sender: Sender,
): StopReceipt | Refusal {
  const { lease, slot, dialogs, deps } = thread;
  if (lease === undefined) {
    return slot.current === undefined && !slot.building
      ? { ok: false, code: 'not-live', message: 'Nothing runs in this thread: pi is not loaded for it.' }
      : { ok: false, code: 'idle', message: 'Nothing runs in this thread.' };
  }
  if (generation !== undefined && generation !== lease.generation) {
    return { ok: false, code: 'idle', message: 'That run is over already.' };
  }
  if (thread.stopping?.generation === lease.generation) return stopReceipt(thread, []);
  // A command may take the thread while pi still ends the run before: that one's stop has nothing more to say.
  thread.stopping?.slowStopTimer.dispose();
  // Said again once it takes a while, with what holds the run by then.
  const slowStopTimer = deps.clock.after(slowStopMs, () => {
    sayHolder(thread, lease.generation, sender);
  });
  const commands = [...thread.commands];
  const stopping: Stopping = { generation: lease.generation, sender, slowStopTimer, commands };
  thread.stopping = stopping;
  const restored = clear(thread);
  thread.feed.publish({ type: 'stop-requested', generation: lease.generation, by: sender.name });
  const idle = abort(thread);
  dialogs.refuse('aborted');
  dialogs.settleAll('aborted');
  deps.log.info(
    `thread ${thread.id} run ${String(lease.generation)} stopped, ${String(restored.length)} prompts handed back`,
  );
  thread.restore(restored);
  if (thread.agent === 'idle' && thread.commands.size === 0) {
    // The stop came before pi had anything of the run: no settle of pi's will follow.
    thread.feed.publish({ type: 'settled', generation: lease.generation, aborted: true, failed: false });
    advance(thread);
  }
  void idle.then((told) => {
    if (thread.stopping !== stopping) return;
    // pi is idle: an end that it never told of is told now.
    if (told && thread.agent !== 'idle' && thread.generation === stopping.generation) endRun(thread);
    // A command that heeds no stop holds the thread: that is said, and it can be let go.
    if (!told || !hasBlockingCommands(thread)) endStop(thread);
    else stopping.commandsOver = () => endStop(thread);
  });
  return stopReceipt(thread, restored);
}

/** Lets a run go that does not end by itself: the runtime is cut off, all that was not said comes back. */
export function abandonRun(thread: Thread, generation: Generation): boolean {
  if (thread.stopping?.generation !== generation || thread.lease?.generation !== generation) return false;
  const holder = thread.slot.current?.waitingFor();
  const runtime = thread.slot.detach();
  thread.commands.clear();
  thread.feed.publish({
    type: 'item-added',
    item: {
      kind: 'notice',
      id: `let-go-${String(generation)}`,
      level: 'warning',
      text: `Stopped without waiting${holder === undefined ? '' : ` for ${holder}`}. What it had started may still be at work.`,
    },
  });
  thread.deps.log.warn(`thread ${thread.id} run ${String(generation)} let go`);
  endRun(thread);
  endStop(thread);
  // Not awaited: whatever held the run may hold this too.
  if (runtime !== undefined)
    void thread.slot.end(runtime).then(() => reportBackgroundProcesses(thread, true));
  return true;
}

function endRun(thread: Thread): void {
  if (thread.current !== undefined) thread.current.started = true;
  runSettled(thread, { aborted: true, failed: false });
}

function sayHolder(thread: Thread, generation: Generation, sender: Sender): void {
  // pi may end a stop later than the run that it stopped.
  if (thread.lease?.generation !== generation) return;
  const waitingFor = thread.slot.current?.waitingFor() ?? 'pi';
  thread.deps.log.warn(
    `thread ${thread.id} run ${String(generation)} is stopping still, held by ${waitingFor}`,
  );
  thread.feed.publish({ type: 'stop-requested', generation, by: sender.name, waitingFor });
}

function endStop(thread: Thread): void {
  thread.stopping?.slowStopTimer.dispose();
  thread.stopping = undefined;
  thread.dialogs.accept();
  advance(thread);
}

/** Empties the queue and takes back what pi was not given yet, or holds unsaid. A clear that throws loses no stop. */
function clear(thread: Thread): readonly QueuedPrompt[] {
  const withdrawn: QueuedPrompt[] = [];
  const { current } = thread;
  if (current !== undefined && !current.delivered) {
    current.stopped = true;
    if (!current.given) {
      thread.agent = 'idle';
      thread.current = undefined;
      withdrawn.push(current.prompt);
    }
  }
  const waiting = thread.queue.clear();
  return [...withdrawn, ...takeBack(thread), ...waiting];
}

function takeBack(thread: Thread): readonly QueuedPrompt[] {
  try {
    const held = thread.slot.current?.clearQueue() ?? [];
    return held.map(
      ({ messageId, text, images }) =>
        (messageId === undefined ? undefined : takeFromPi(thread, messageId)) ?? {
          messageId: 'extension',
          text,
          images,
          delivery: 'steer',
          sender: undefined,
        },
    );
  } catch (error) {
    thread.deps.log.error(`thread ${thread.id}: the queue could not be cleared: ${messageOf(error)}`);
    return [];
  }
}

/** A prompt that pi held: steering, or the one in hand that pi put behind a run of an extension's. */
function takeFromPi(thread: Thread, messageId: MessageId): QueuedPrompt | undefined {
  const steered = thread.steering.get(messageId);
  thread.steering.delete(messageId);
  if (steered !== undefined || thread.current?.prompt.messageId !== messageId) return steered;
  const { prompt } = thread.current;
  thread.current = undefined;
  return prompt;
}

/** Resolves with whether pi is idle now; false when it could not be told. */
function abort(thread: Thread): Promise<boolean> {
  const failed = (error: unknown): false => {
    thread.deps.log.error(`thread ${thread.id}: pi could not be told to stop: ${messageOf(error)}`);
    return false;
  };
  try {
    return (thread.slot.current?.abort() ?? Promise.resolve()).then(() => true, failed);
  } catch (error) {
    return Promise.resolve(failed(error));
  }
}

function stopReceipt(thread: Thread, restored: readonly QueuedPrompt[]): StopReceipt {
  return {
    ok: true,
    threadId: thread.id,
    outcome: 'aborted',
    restored: restored.map((prompt) => prompt.text),
  };
}
