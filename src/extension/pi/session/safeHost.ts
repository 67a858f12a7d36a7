import type { DialogEnding } from '../../../protocol/dialog';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { RuntimeHost } from '../../core/ports/runtime';

/** The core's side with a net under it: an error on the way to a panel must not end a run or an extension's call. */
export function safeHost(host: RuntimeHost, log: Log): RuntimeHost {
  const safely = <A extends unknown[], R>(name: string, call: (...args: A) => R, otherwise: R) => {
    return (...args: A): R => {
      try {
        return call(...args);
      } catch (error) {
        log.error(`telling the core of ${name} failed: ${messageOf(error)}`);
        return otherwise;
      }
    };
  };
  const unasked: Promise<DialogEnding> = Promise.resolve({ outcome: 'disposed' });
  return {
    observe: safely('an observation', (observation) => host.observe(observation), undefined),
    runStarted: safely('a run', () => host.runStarted(), undefined),
    runSettled: safely('the end of a run', (ending) => host.runSettled(ending), undefined),
    promptDelivered: safely('a delivery', (messageId) => host.promptDelivered(messageId), undefined),
    takeSteering: safely('the end of a turn', () => host.takeSteering(), undefined),
    steeringRefused: safely(
      'a refusal',
      (messageId, refusal) => host.steeringRefused(messageId, refusal),
      undefined,
    ),
    ask: safely('a question', (spec, options) => host.ask(spec, options), unasked),
    composerText: safely('a look at the composer', () => host.composerText(), ''),
    setComposerText: safely('a text', (text, replace) => host.setComposerText(text, replace), undefined),
    toast: safely('a word', (toast) => host.toast(toast), undefined),
  };
}
