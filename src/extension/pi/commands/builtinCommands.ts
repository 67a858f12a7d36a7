import type { AgentSession } from '@earendil-works/pi-coding-agent';
import type { PromptRefusal } from '../../core/ports/runtime';
import { modelProblem, refusalOf } from '../transcript/problems';
import { splitCommand } from './slashCommands';

/** Runs one of Enso's own commands on an idle session. Resolves with a refusal when it could not. */
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
      if (rest.trim() === '') return { reason: 'Say the name, too: /name <name>.' };
      session.setSessionName(rest.trim());
      return undefined;
    case 'reload':
      await reload();
      return undefined;
    default:
      return { reason: `There is no command /${name}.` };
  }
}

async function compact(session: AgentSession, instructions: string): Promise<PromptRefusal | undefined> {
  try {
    await session.compact(instructions === '' ? undefined : instructions);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // A stop is no failure: the command did what it still could.
    if (/cancel|abort/i.test(message)) return undefined;
    if (/nothing to compact|already compacted/i.test(message)) {
      return { reason: 'The conversation is too short to be compacted.' };
    }
    if (/API key|model/i.test(message)) return refusalOf(error);
    const { text } = modelProblem(message);
    return { reason: `The conversation could not be compacted. ${text}` };
  }
}
