import * as l10n from '@vscode/l10n';
import { putBack } from './promptQueue';
import { flushWaiting, returnPrompts } from './handBack';
import { undeliveredOf, type Transition } from './transition';

const notDelivered = (): string => l10n.t('The run ended before this message was delivered.');

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
    // No answer to a failed abort follows: the stop ends with its run.
    if (!admitting) t.set({ stop: { ...stopping, settled: true } });
    returnPrompts(t, [...own, ...steering]);
    flushWaiting(t);
  } else {
    // pi accepted the prompt, so no rejection may follow: the words come back with the reason.
    for (const words of own) t.do({ do: 'return', prompt: words, why: notDelivered() });
    if (steering.length > 0) t.setQueue(putBack(t.state.queue, steering));
    // The queue is not fired into a model that just failed, nor after an extension ended the run.
    if (failed || aborted) t.pauseQueue();
  }
  const { queue } = t.state;
  const goesOn = admitting || (stopping === undefined && queue.prompts.length > 0 && !queue.paused);
  if (!goesOn) t.publish({ type: 'settled', generation, aborted, failed });
  t.logRun('info', `run ${String(generation)} settled${goesOn ? ', the queue goes on' : ''}`);
}
