import type { PromptRefusal } from '../ports/runtime';
import { putBack } from './promptQueue';
import { undeliveredOf, type Transition } from './transition';

const notTaken: PromptRefusal = { reason: 'The agent ended before it took this message.' };

/**
 * The agent is idle again. Prompts that it was given and never delivered come back: to whoever stopped the run, or to
 * the queue.
 *
 * @param forced the run is over, although pi never said so
 */
export function settle(
  t: Transition,
  { aborted, failed }: { readonly aborted: boolean; readonly failed: boolean },
  forced = false,
): void {
  const { agent, steering, stop: stopping, generation } = t.state;
  // A run that no prompt started may end while a prompt is still being admitted: that prompt is not over.
  const admitting = !forced && (agent.at === 'admitting' || agent.at === 'reserved');
  const own = admitting ? [] : undeliveredOf(agent);
  t.set({ steering: [], agent: admitting ? { ...agent, besideRun: false } : { at: 'idle' } });
  if (stopping !== undefined) {
    t.handBack([...own, ...steering]);
  } else {
    for (const words of own) t.do({ do: 'reject', prompt: words, refusal: notTaken });
    if (steering.length > 0) t.setQueue(putBack(t.state.queue, steering));
    // The queue is not fired into a model that just failed, nor after an extension ended the run.
    if (failed || aborted) t.pauseQueue();
  }
  const { queue } = t.state;
  const goesOn = admitting || (stopping === undefined && queue.prompts.length > 0 && !queue.paused);
  if (!goesOn) t.publish({ type: 'settled', generation, aborted, failed });
  t.logRun('info', `run ${String(generation)} settled${goesOn ? ', the queue goes on' : ''}`);
}
