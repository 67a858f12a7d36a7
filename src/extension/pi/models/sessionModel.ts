import * as l10n from '@vscode/l10n';
import type { AgentSession, SessionManager } from '@earendil-works/pi-coding-agent';
import type { Models } from './models';
import { demoProviderId } from './offline/offlineModel';

/** Moves a thread from the demo model to a real one as soon as one is available. */
export async function replaceDemoModel(session: AgentSession, models: Models): Promise<void> {
  if (session.model?.provider !== demoProviderId) return;
  const choice = models.list().find(({ offline }) => !offline);
  const model = choice === undefined ? undefined : models.find(choice.provider, choice.id);
  if (model !== undefined) await session.setModel(model);
}

/** Returns a message when the thread's model is no longer available, otherwise undefined. */
export function modelChange(session: AgentSession, before: SessionModel | undefined): string | undefined {
  if (before === undefined || before.provider === demoProviderId) return undefined;
  const now = modelOf(session);
  if (now?.provider === before.provider && now.id === before.modelId) return undefined;
  const model = before.modelId;
  return now === undefined
    ? l10n.t("{model} isn't available. Choose another model.", { model })
    : l10n.t("{model} isn't available. This thread now uses {other}.", { model, other: now.name });
}

interface SessionModel {
  readonly provider: string;
  readonly modelId: string;
}

/** Returns the model of a conversation that is being continued. */
export function modelBefore(manager: SessionManager): SessionModel | undefined {
  const { messages, model } = manager.buildSessionContext();
  return messages.length === 0 || model === null ? undefined : model;
}

/** Returns the session's model. pi uses a placeholder called “unknown” when a session has none. */
export function modelOf(session: AgentSession): NonNullable<AgentSession['model']> | undefined {
  const { model } = session;
  return model === undefined || model.provider === 'unknown' ? undefined : model;
}
