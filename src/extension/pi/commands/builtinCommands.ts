import * as l10n from '@vscode/l10n';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { messageOf } from '../../base/errors';
import type { PromptRefusal } from '../../core/ports/runtime';
import { modelProblem, refusalOf } from '../transcript/problems';
import { splitCommand } from './slashCommands';

/** Runs one of Enso's own commands on an idle session. Resolves with a refusal if the command couldn't run. */
export async function runBuiltinCommand(
  session: AgentSession,
  reload: () => Promise<void>,
  text: string,
): Promise<PromptRefusal | undefined> {
  const { name, rest } = splitCommand(text.trim());
  switch (name) {
    case 'compact':
      return compact(session, rest.trim());
    case 'name':
      if (rest.trim() === '') return { reason: l10n.t('Enter a name: /name <name>') };
      session.setSessionName(rest.trim());
      return undefined;
    case 'reload':
      await reload();
      return undefined;
    default:
      return { reason: l10n.t('Unknown command /{name}.', { name }) };
  }
}

async function compact(session: AgentSession, instructions: string): Promise<PromptRefusal | undefined> {
  try {
    await session.compact(instructions === '' ? undefined : instructions);
    return undefined;
  } catch (error) {
    const message = messageOf(error);
    // A stopped compaction isn't a failure.
    if (/cancel|abort/i.test(message)) return undefined;
    if (/nothing to compact|already compacted/i.test(message)) {
      return { reason: l10n.t('Nothing to compact yet.') };
    }
    if (/API key|model/i.test(message)) return refusalOf(error);
    const problem = modelProblem(message).text;
    return { reason: l10n.t("Couldn't compact the conversation. {problem}", { problem }) };
  }
}
