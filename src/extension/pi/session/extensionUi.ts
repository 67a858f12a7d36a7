import * as l10n from '@vscode/l10n';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { FrameThrottle } from '../../base/frameThrottle';
import type { Disposable } from '../../base/disposable';
import type { RuntimeObservation } from '../../core/ports/runtime';
import type { DialogRecord } from '../../sessionFiles/dialogRecord';
import { callerIn, extensionName } from '../extensions/extensionNames';
import { CompletionProviders } from '../ui/completions/completionProviders';
import { completionFailureText } from '../ui/completions/guardedProvider';
import { ComposerWriter } from '../ui/composerWriter';
import { dialogs } from '../ui/dialogs';
import { NotifyLimiter } from '../ui/notifyLimiter';
import { terminalFeatureText, uiContext, type UiContext } from '../ui/uiContext';
import type { SessionOptions } from './sessionOptions';

/** The window as the extensions of one session see it. */
export interface ExtensionUi extends Disposable {
  readonly context: UiContext;
  readonly completions: CompletionProviders;
  /** Clears everything that extensions show, before they reload. */
  readonly clear: () => void;
}

interface ExtensionUiOptions {
  readonly session: AgentSession;
  readonly extensionPaths: () => readonly string[];
  readonly record: (asked: DialogRecord) => void;
}

/** Builds the `ctx.ui` of a session's extensions from the parts in `pi/ui`. */
export function extensionUi(
  options: SessionOptions,
  { session, extensionPaths, record }: ExtensionUiOptions,
): ExtensionUi {
  const { host, transcript, clock, log } = options;
  const caller = (): string | undefined => {
    const path = callerIn(new Error('caller').stack, extensionPaths());
    return path === undefined ? transcript.runningTool : extensionName(path);
  };
  const callerName = (): string => caller() ?? l10n.t('Unknown extension');
  const throttle = new FrameThrottle<RuntimeObservation>(clock, (_key, observation) =>
    host.observe(observation),
  );
  const composer = new ComposerWriter(clock, host);
  const failedCompletions = new Set<string>();
  const completions = new CompletionProviders({
    clock,
    command: (name) => session.extensionRunner.getCommand(name),
    source: callerName,
    failed: (source, failure, detail) => {
      if (failedCompletions.has(source)) return;
      failedCompletions.add(source);
      log.warn(`extension ${source}: completions ${failure}`);
      const text = completionFailureText(source, failure);
      transcript.addNotice({ level: 'warning', text, ...(detail === undefined ? {} : { detail }), source });
    },
  });
  const notifyLimiter = new NotifyLimiter({
    clock,
    toast: (toast) => host.toast(toast),
    notice: (notice) => transcript.addNotice(notice),
    change: (id, patch) => host.observe({ type: 'item-changed', id, patch }),
  });
  const { context, clear } = uiContext({
    throttle,
    composer,
    completions,
    dialogs: dialogs(host, caller, record),
    notify: (text, level) => {
      const transient = level === 'info' || !options.runActive();
      notifyLimiter.notify(transient ? 'toast' : 'notice', level, text, caller());
    },
    terminalOnly: (feature) => {
      const source = callerName();
      if (!options.firstReport(`${source}: ${feature}`)) return;
      log.info(`extension ${source}: ${feature} needs a terminal`);
      transcript.addNotice({ level: 'info', text: terminalFeatureText(source, feature), source });
    },
  });
  return {
    context,
    completions,
    clear: () => {
      completions.clear();
      clear();
    },
    dispose: () => {
      composer.dispose();
      notifyLimiter.dispose();
      throttle.dispose();
    },
  };
}
