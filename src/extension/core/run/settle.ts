import * as l10n from '@vscode/l10n';
import { putBack } from './promptQueue';
import { flushWaiting, returnPrompts } from './handBack';
import { undeliveredOf, type Transition } from './transition';

const notDelivered = (): string => l10n.t('The run ended before this message was delivered.');

/**
 * Settles a run whose agent is idle again. Returns its undelivered prompts to the sender of the stop or to the queue.
 *
 * @param forced ends the run although pi hasn't settled it
 */
export function settle(
  t: Transition,
  { aborted, failed }: { readonly aborted: boolean; readonly failed: boolean },
  forced = false,
): void {
  const { agent, steering, stop: stopping, generation } = t.state;
  // An extension's run may end while a prompt is being submitted. That prompt continues.
  const admitting = !forced && (agent.at === 'admitting' || agent.at === 'reserved');
  const own = admitting ? [] : undeliveredOf(agent);
  t.set({ steering: [], agent: admitting ? { ...agent, besideRun: false } : { at: 'idle' } });
  if (stopping !== undefined) {
    if (!admitting) t.set({ stop: { ...stopping, settled: true } });
    returnPrompts(t, [...own, ...steering]);
    flushWaiting(t);
  } else {
    // A prompt that pi has accepted can't be rejected anymore, so it is returned with the reason.
    for (const prompt of own) t.do({ do: 'return', prompt, why: notDelivered() });
    if (steering.length > 0) t.setQueue(putBack(t.state.queue, steering));
    // The queue must not continue into a model that has just failed, or after an extension has aborted the run.
    if (failed || aborted) t.pauseQueue();
  }
  const { queue } = t.state;
  const continues = admitting || (stopping === undefined && queue.prompts.length > 0 && !queue.paused);
  if (!continues) t.publish({ type: 'settled', generation, aborted, failed });
  t.logRun('info', `run ${String(generation)}: settled${continues ? ', queue continues' : ''}`);
}
