import type { AgentSession, SessionManager } from '@earendil-works/pi-coding-agent';
import type { Models } from './models';
import { offlineProviderId } from './offline/offlineModel';

/** A thread that began on the stand-in goes on with a model as soon as there is one. */
export async function replaceDemoModel(session: AgentSession, models: Models): Promise<void> {
  if (session.model?.provider !== offlineProviderId) return;
  const better = models.list().find(({ offline }) => !offline);
  const model = better === undefined ? undefined : models.find(better.provider, better.id);
  if (model !== undefined) await session.setModel(model);
}

/** What to tell a person whose thread had a model that can't be used any more; nothing when all is as it was. */
export function modelChange(session: AgentSession, before: SessionModel | undefined): string | undefined {
  if (before === undefined || before.provider === offlineProviderId) return undefined;
  const now = modelOf(session);
  if (now?.provider === before.provider && now.id === before.modelId) return undefined;
  const other = now === undefined ? 'Choose another one.' : `It goes on with ${now.name}.`;
  return `The model that this thread had, ${before.modelId}, can’t be used at the moment. ${other}`;
}

interface SessionModel {
  readonly provider: string;
  readonly modelId: string;
}

/** The model of a conversation that is gone on with. */
export function modelBefore(manager: SessionManager): SessionModel | undefined {
  const { messages, model } = manager.buildSessionContext();
  return messages.length === 0 || model === null ? undefined : model;
}

/** pi stands a model called “unknown” in where there is none. */
export function modelOf(session: AgentSession): NonNullable<AgentSession['model']> | undefined {
  const { model } = session;
  return model === undefined || model.provider === 'unknown' ? undefined : model;
}
