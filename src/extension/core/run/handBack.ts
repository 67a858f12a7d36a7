import type { QueuedPrompt } from './promptQueue';
import { currentOf, type Transition } from './transition';

/** Returns prompts of a stopped run: together with the prompts that are waiting to be returned, or at once. */
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
 * Hands back the waiting prompts: steering first, then in the order in which they were sent. Waits until pi has
 * returned its queue and has settled the prompt that it was given, because that prompt was sent before the queued ones.
 *
 * @param now hands back without waiting
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
  t.logRun('info', `run ${String(stop.generation)}: stopped, ${String(all.length)} prompts returned`);
  t.handBack(inOrder(all));
  if (!answered) t.answer({ to: 'stop', request: stop.request, restored: inOrder(all) });
  const { commands, busy, generation } = t.state;
  if (t.state.agent.at !== 'idle' || commands.length > 0 || !busy || generation !== stop.generation) return;
  if (stop.settled) return;
  // pi hadn't received anything of this run, so pi won't settle it.
  t.publish({ type: 'settled', generation, aborted: true, failed: false });
}

/** Returns prompts in the order in which a composer gets them back: steering first. */
export function inOrder(prompts: readonly QueuedPrompt[]): readonly QueuedPrompt[] {
  return [
    ...prompts.filter(({ delivery }) => delivery === 'steer'),
    ...prompts.filter(({ delivery }) => delivery === 'enqueue'),
  ];
}
