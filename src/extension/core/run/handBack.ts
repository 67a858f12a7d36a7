import type { QueuedPrompt } from './promptQueue';
import { currentOf, type Transition } from './transition';

/** Gives prompts of a stopped run back: together with those that wait for that, or at once when none does. */
export function returnPrompts(t: Transition, prompts: readonly QueuedPrompt[]): void {
  const { stop } = t.state;
  if (stop?.waiting === undefined) {
    t.handBack(prompts);
    return;
  }
  const { waiting } = stop;
  t.set({ stop: { ...stop, waiting: { ...waiting, own: [...waiting.own, ...prompts] } } });
}

/**
 * Hands back everything that waits, steering first, then in the order in which it was sent. Waits for pi's answer and
 * for the fate of a prompt that pi was given and has not delivered: it was sent before those in the queue.
 *
 * @param now waits for nothing
 */
export function flushWaiting(t: Transition, now = false): void {
  const { stop, agent } = t.state;
  if (stop?.waiting === undefined) return;
  const { own, returned = [], queued } = stop.waiting;
  const current = currentOf(agent);
  const open = stop.waiting.returned === undefined || (current?.stopped === true && !current.delivered);
  if (open && !now) return;
  const all = [...own, ...returned, ...queued];
  const answered = stop.waiting.returned !== undefined;
  t.set({ stop: { ...stop, waiting: undefined } });
  t.logRun('info', `run ${String(stop.generation)} stopped, ${String(all.length)} prompts handed back`);
  t.handBack(inOrder(all));
  if (!answered) t.answer({ to: 'stop', request: stop.request, restored: inOrder(all) });
  const { commands, busy, generation } = t.state;
  if (t.state.agent.at !== 'idle' || commands.length > 0 || !busy || generation !== stop.generation) return;
  if (stop.settled) return;
  // The stop came before pi had anything of the run: no settle of pi's will follow.
  t.publish({ type: 'settled', generation, aborted: true, failed: false });
}

/** Returns prompts as they come back to a composer: steering first. */
export function inOrder(prompts: readonly QueuedPrompt[]): readonly QueuedPrompt[] {
  return [
    ...prompts.filter(({ delivery }) => delivery === 'steer'),
    ...prompts.filter(({ delivery }) => delivery === 'enqueue'),
  ];
}
