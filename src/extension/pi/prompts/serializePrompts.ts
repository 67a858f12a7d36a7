import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { Deferred } from '../../base/deferred';
import { splitCommand } from '../commands/slashCommands';

/**
 * Makes a session admit one prompt at a time, from any source. Two concurrent prompts would both start: the second
 * fails and makes pi report the first one's run as ended while that run continues.
 */
export function serializePrompts(session: AgentSession): void {
  const prompt = session.prompt.bind(session);
  let previous: Promise<void> = Promise.resolve();
  session.prompt = async (text, options) => {
    // A command may submit prompts itself before it ends, so it must not block them.
    const isCommand =
      (options?.expandPromptTemplates ?? true) &&
      text.startsWith('/') &&
      session.extensionRunner.getCommand(splitCommand(text).name) !== undefined;
    if (isCommand) return prompt(text, options);
    const admitted = new Deferred();
    const waitFor = previous;
    previous = admitted.promise;
    await waitFor;
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
