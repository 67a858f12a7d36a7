import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { SessionInfo, Usage } from '../../../protocol/session';
import { demoProviderId } from '../models/offline/offlineModel';
import { listCommands } from '../commands/slashCommands';
import { contentIn, textOf } from '../transcript/messageContent';
import { titleOf } from '../../sessionFiles/entries';
import { modelOf } from '../models/sessionModel';

/** Returns the facts of a session that panels show. */
export function sessionInfo(session: AgentSession): Partial<SessionInfo> {
  const model = modelOf(session);
  return {
    title: titleOfSession(session),
    ...(model === undefined ? {} : { model: model.name }),
    offline: model?.provider === demoProviderId,
    ...(session.supportsThinking() ? { thinking: session.thinkingLevel } : {}),
    ...usageOf(session),
    commands: listCommands(session),
  };
}

/** Reduces session facts to those that have changed. The list of commands alone can be long. */
export class SessionDiff {
  private readonly last = new Map<string, string>();

  of(info: Partial<SessionInfo>): Partial<SessionInfo> | undefined {
    const changed = Object.entries(info).filter(([key, value]) => {
      const text = JSON.stringify(value);
      if (this.last.get(key) === text) return false;
      this.last.set(key, text);
      return true;
    });
    return changed.length === 0 ? undefined : Object.fromEntries(changed);
  }
}

/** Returns the context usage and the cost of a thread. */
function usageOf(session: AgentSession): { readonly usage?: Usage } {
  try {
    const context = session.getContextUsage();
    const { cost } = session.getSessionStats();
    const tokens = context?.tokens ?? undefined;
    return {
      usage: {
        ...(tokens === undefined ? {} : { tokens }),
        ...(context === undefined ? {} : { window: context.contextWindow }),
        cost,
      },
    };
  } catch {
    // pi throws on malformed messages of a provider or a damaged file.
    return {};
  }
}

function titleOfSession(session: AgentSession): string {
  const { sessionName } = session;
  if (sessionName !== undefined && sessionName !== '') return sessionName;
  const first = session.messages.find((message) => message.role === 'user');
  return first === undefined ? '' : titleOf(textOf(contentIn(first)));
}
