import { without } from './promptQueue';
import type { RunState } from './runState';
import type { Transition } from './transition';

/**
 * Takes the next step: starts the next prompt on an idle agent, or releases a thread that nothing keeps. Idempotent, so
 * it can run after each event.
 */
export function advance(t: Transition): void {
  if (t.state.agent.at !== 'idle' || t.state.closed) return;
  if (t.state.stop?.piIdle === true && !hasBlockingCommands(t.state)) endStop(t);
  if (t.state.stop?.failed === true && !hasBlockingCommands(t.state)) {
    // pi never answers a failed abort, so the stop ends with the run. Queued prompts are the next run.
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

/** Releases the thread unless something keeps it busy. */
function release(t: Transition): void {
  const { busy, stop: stopping, compacting, commands, questions, generation } = t.state;
  if (!busy || compacting || stopping?.waiting !== undefined) return;
  if (commands.length > 0 || questions > 0) return;
  t.set({ busy: false });
  t.do({ do: 'released', generation, stopped: stopping !== undefined });
}

/** Returns true while commands run that a stop should have ended. */
export function hasBlockingCommands({ stop: stopping, commands }: RunState): boolean {
  return commands.some(({ messageId }) => stopping?.commands.includes(messageId) === true);
}

/** Ends the stop and accepts questions again. */
export function endStop(t: Transition): void {
  t.set({ stop: undefined });
  t.do({ do: 'stop-ended' });
  t.do({ do: 'questions', to: 'accept' });
}
