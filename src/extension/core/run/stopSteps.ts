import * as l10n from '@vscode/l10n';
import type { Generation } from '../../../protocol/ids';
import type { NoticeItem } from '../../../protocol/item';
import { advance, endStop, hasBlockingCommands } from './advance';
import type { QueuedPrompt } from './promptQueue';
import type { EventOf, Returned } from './runState';
import { flushWaiting, inOrder } from './handBack';
import { settle } from './settle';
import { currentOf, undeliveredOf, type Transition } from './transition';

/**
 * Stops the run. The effects at the end are the order of a stop: the queue is emptied and pi returns its undelivered
 * prompts, pi aborts, and open questions settle as `aborted`. New questions are refused until the stop has ended. The
 * run ends with its own `settled`.
 */
export function stop(t: Transition, { request, generation, by, live }: EventOf<'stop'>): void {
  const { busy, agent, queue, commands, stop: earlier, generation: run } = t.state;
  if (!busy) return t.answer({ to: 'stop', request, refused: live ? 'idle' : 'not-live' });
  if (generation !== undefined && generation !== run)
    return t.answer({ to: 'stop', request, refused: 'run-over' });
  if (earlier?.generation === run) return t.answer({ to: 'stop', request, restored: [] });
  const given = currentOf(agent)?.given === true;
  const own = given ? [] : undeliveredOf(agent);
  if (own.length > 0) t.dropCurrent();
  else if (undeliveredOf(agent).length > 0) t.setCurrent({ stopped: true });
  t.set({
    stop: {
      request,
      generation: run,
      by,
      commands: commands.map(({ messageId }) => messageId),
      waiting: { own, queued: queue.prompts },
      piIdle: false,
      settled: false,
      failed: false,
    },
  });

  if (queue.prompts.length > 0) t.setQueue({ prompts: [], paused: false });
  t.do({ do: 'clear-queue' });
  t.publish({ type: 'stop-requested', generation: run, by: by.name });
  t.do({ do: 'abort', generation: run, by });
  t.do({ do: 'questions', to: 'abort' });
}

/** Takes over the undelivered prompts that pi has returned. */
export function returned(t: Transition, { prompts }: EventOf<'returned'>): void {
  const { stop: stopping } = t.state;
  if (stopping?.waiting === undefined) return;
  const fromPi = prompts.map((prompt) => takeBack(t, prompt));
  const { own, queued } = stopping.waiting;
  t.set({ stop: { ...stopping, waiting: { own, returned: fromPi, queued } } });
  flushWaiting(t);
  t.answer({ to: 'stop', request: stopping.request, restored: inOrder([...own, ...fromPi, ...queued]) });
}

export function stopSlow(t: Transition, { generation }: EventOf<'stop-slow'>): void {
  if (t.state.stop?.generation === generation) flushWaiting(t, true);
}

/** Takes over one prompt: a steering prompt, or the current one, which pi had queued behind an extension's run. */
function takeBack(t: Transition, { messageId, text, images }: Returned): QueuedPrompt {
  const steered = messageId === undefined ? undefined : t.takeSteered(messageId);
  if (steered !== undefined) return steered;
  const current = currentOf(t.state.agent);
  if (current !== undefined && current.prompt.messageId === messageId) {
    t.set({ agent: { at: 'running' } });
    return current.prompt;
  }
  return { messageId: 'extension', text, images, delivery: 'steer', sender: undefined };
}

export function abortEnded(t: Transition, { generation, ok }: EventOf<'abort-ended'>): void {
  const { stop: stopping, agent } = t.state;
  if (stopping?.generation !== generation) return;
  // pi is idle but hasn't settled the run.
  if (ok && agent.at !== 'idle' && t.state.generation === generation) endRun(t);
  if (!ok && agent.at !== 'idle' && t.state.generation === generation) {
    t.set({ stop: { ...stopping, failed: true } });
    t.publish({ type: 'item-added', item: abortFailed(generation) });
    return;
  }
  // A command that ignores the stop keeps the thread busy. The panel shows it, and the user can abandon the run.
  if (!hasBlockingCommands(t.state)) endStop(t);
  else t.set({ stop: { ...stopping, piIdle: true } });
}

function abortFailed(generation: Generation): NoticeItem {
  return {
    kind: 'notice',
    id: `abort-failed-${String(generation)}`,
    level: 'error',
    text: l10n.t("Couldn't stop pi. Select Stop Anyway to continue without waiting for it."),
  };
}

/** Abandons a run that doesn't end: detaches the runtime and returns all undelivered prompts. */
export function abandon(t: Transition, { generation, notice }: EventOf<'abandon'>): void {
  const { stop: stopping, busy } = t.state;
  if (stopping?.generation !== generation || !busy || t.state.generation !== generation) return;
  t.do({ do: 'detach' });
  t.set({ commands: [], compacting: false });
  t.publish({ type: 'item-added', item: notice });
  t.logRun('warn', `run ${String(generation)}: abandoned`);
  flushWaiting(t, true);
  endRun(t);
  endStop(t);
  t.doLast({ do: 'end-detached' });
}

/** Ends a run that pi hasn't settled. Releases the thread first, so that queued prompts become a run of their own. */
function endRun(t: Transition): void {
  settle(t, { aborted: true, failed: false }, true);
  advance(t);
}
