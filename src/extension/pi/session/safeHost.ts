import type { DialogEnding } from '../../../protocol/dialog';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { RuntimeHost } from '../../core/ports/runtime';

/** Wraps the core's host so that no call throws: an error in a panel must not end a run or an extension's call. */
export function safeHost(host: RuntimeHost, log: Log): RuntimeHost {
  const safely = <A extends unknown[], R>(name: string, call: (...args: A) => R, fallback: R) => {
    return (...args: A): R => {
      try {
        return call(...args);
      } catch (error) {
        log.error(`callback ${name}: failed: ${messageOf(error)}`);
        return fallback;
      }
    };
  };
  const notAsked: Promise<DialogEnding> = Promise.resolve({ outcome: 'disposed' });
  return {
    observe: safely('observe', (observation) => host.observe(observation), undefined),
    runStarted: safely('runStarted', () => host.runStarted(), undefined),
    runSettled: safely('runSettled', (ending) => host.runSettled(ending), undefined),
    promptDelivered: safely('promptDelivered', (messageId) => host.promptDelivered(messageId), undefined),
    takeSteering: safely('takeSteering', () => host.takeSteering(), undefined),
    steeringRefused: safely(
      'steeringRefused',
      (messageId, refusal) => host.steeringRefused(messageId, refusal),
      undefined,
    ),
    ask: safely('ask', (spec, options) => host.ask(spec, options), notAsked),
    composerText: safely('composerText', () => host.composerText(), ''),
    setComposerText: safely(
      'setComposerText',
      (text, replace) => host.setComposerText(text, replace),
      undefined,
    ),
    toast: safely('toast', (toast) => host.toast(toast), undefined),
  };
}
