import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { SessionInfo, Usage } from '../../../protocol/session';
import { demoProviderId } from '../models/offline/offlineModel';
import { listCommands } from '../commands/slashCommands';
import { contentIn, textOf } from '../transcript/messageContent';
import { titleOf } from '../../sessionFiles/entries';
import { modelOf } from '../models/sessionModel';

/** What a session runs with, for a person. */
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

/** Lets through what differs from what was told before: the list of commands alone can be long. */
export class SessionDiff {
  private readonly told = new Map<string, string>();

  of(info: Partial<SessionInfo>): Partial<SessionInfo> | undefined {
    const fresh = Object.entries(info).filter(([key, value]) => {
      const text = JSON.stringify(value);
      if (this.told.get(key) === text) return false;
      this.told.set(key, text);
      return true;
    });
    return fresh.length === 0 ? undefined : Object.fromEntries(fresh);
  }
}

/** How full the model's window is and what the thread has cost. */
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
    // pi cannot count a conversation in which an odd provider, or a damaged file, has left odd messages.
    return {};
  }
}

function titleOfSession(session: AgentSession): string {
  const { sessionName } = session;
  if (sessionName !== undefined && sessionName !== '') return sessionName;
  const first = session.messages.find((message) => message.role === 'user');
  return first === undefined ? '' : titleOf(textOf(contentIn(first)));
}
