import * as l10n from '@vscode/l10n';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { extensionName } from '../extensions/extensionNames';
import type { UiContext } from '../ui/uiContext';
import type { SessionOptions } from './sessionOptions';

type Bindings = Parameters<AgentSession['bindExtensions']>[0];

/** Starts the extensions of a session. Resolves when each has handled the start. */
export async function bindExtensions(
  session: AgentSession,
  ui: UiContext,
  reload: () => Promise<void>,
  options: Pick<SessionOptions, 'transcript' | 'log'>,
): Promise<void> {
  await session.bindExtensions({
    uiContext: ui,
    mode: 'rpc',
    commandContextActions: commandActions(session, reload),
    onError: errorReporter(options),
  });
}

function commandActions(
  session: AgentSession,
  reload: () => Promise<void>,
): NonNullable<Bindings['commandContextActions']> {
  // A thread keeps one session. Only the user opens another thread.
  const refuse = () => Promise.resolve({ cancelled: true });
  return {
    waitForIdle: () => session.waitForIdle(),
    newSession: refuse,
    fork: refuse,
    switchSession: refuse,
    navigateTree: async (target, choice) => {
      const { cancelled } = await session.navigateTree(target, choice);
      return { cancelled };
    },
    reload,
  };
}

/** Returns a listener that reports each failure of a handler once, and each failure of a command. */
function errorReporter({
  transcript,
  log,
}: Pick<SessionOptions, 'transcript' | 'log'>): NonNullable<Bindings['onError']> {
  const reported = new Set<string>();
  return ({ extensionPath, event, error }) => {
    const source = extensionName(extensionPath.replace(/^command:/, ''));
    const failure = `${source} ${event} ${error}`;
    // A handler may fail in each turn. A command fails because the user has just run it.
    if (!extensionPath.startsWith('command:') && reported.has(failure)) return;
    reported.add(failure);
    log.warn(`extension ${source}: failed in ${event}`);
    transcript.addNotice({
      level: 'warning',
      text: l10n.t('Extension {name} failed.', { name: source }),
      detail: error,
      source,
    });
  };
}
