import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { Deferred } from '../../base/deferred';
import { splitCommand } from '../commands/slashCommands';

/**
 * Makes a session take prompts one after the other, wherever they come from. Two at once would both start: the second
 * fails, and ends the first one's run in pi's books while it goes on.
 */
export function serializePrompts(session: AgentSession): void {
  const prompt = session.prompt.bind(session);
  let before: Promise<void> = Promise.resolve();
  session.prompt = async (text, options) => {
    // A command may prompt on its own account before it ends: it must not hold the line.
    const isCommand =
      (options?.expandPromptTemplates ?? true) &&
      text.startsWith('/') &&
      session.extensionRunner.getCommand(splitCommand(text).name) !== undefined;
    if (isCommand) return prompt(text, options);
    const admitted = new Deferred();
    const turn = before;
    before = admitted.promise;
    await turn;
    try {
      await prompt(text, {
        ...options,
        preflightResult: (disposition) => {
          options?.preflightResult?.(disposition);
          admitted.resolve();
        },
      });
    } finally {
      admitted.resolve();
    }
  };
}
