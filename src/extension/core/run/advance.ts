import { without } from './promptQueue';
import type { RunState } from './runState';
import type { Transition } from './transition';

/**
 * Does whatever can be done next: gives the agent the next prompt, or gives the thread back when nothing is left.
 * Idempotent, so it runs after each event.
 */
export function advance(t: Transition): void {
  if (t.state.agent.at !== 'idle' || t.state.closed) return;
  if (t.state.stop?.piIdle === true && !hasBlockingCommands(t.state)) endStop(t);
  if (t.state.stop?.failed === true && !hasBlockingCommands(t.state)) {
    // No answer of pi's follows: the stop is over with its run, and what waits is the next one.
    release(t);
    endStop(t);
  }
  const { busy, queue, stop: stopping, compacting } = t.state;
  const next = queue.prompts[0];
  if (stopping === undefined && !compacting && !queue.paused && next !== undefined) {
    if (!busy) t.take();
    t.setQueue(without(queue, next.messageId));
    t.startPrompt(next, 'queue');
    return;
  }
  release(t);
}

/** Gives the thread back unless something keeps it. */
function release(t: Transition): void {
  const { busy, stop: stopping, compacting, commands, questions, generation } = t.state;
  if (!busy || compacting || stopping?.waiting !== undefined) return;
  if (commands.length > 0 || questions > 0) return;
  t.set({ busy: false });
  t.do({ do: 'released', generation, stopped: stopping !== undefined });
}

/** Commands that were to end with a stop still run. */
export function hasBlockingCommands({ stop: stopping, commands }: RunState): boolean {
  return commands.some(({ messageId }) => stopping?.commands.includes(messageId) === true);
}

/** Ends the stop: questions are taken again. */
export function endStop(t: Transition): void {
  t.set({ stop: undefined });
  t.do({ do: 'stop-ended' });
  t.do({ do: 'questions', to: 'accept' });
}
