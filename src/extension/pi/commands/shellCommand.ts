import type { AgentSession, BashOperations } from '@earendil-works/pi-coding-agent';
import { messageOf } from '../../base/errors';
import type { AdmittedPrompt, PromptRefusal } from '../../core/ports/runtime';
import { cleanEnvironment } from '../sdk/environment';
import type { Pi } from '../sdk/loadPi';
import type { Transcript } from '../transcript/transcript';

export interface ShellCommand {
  readonly command: string;
  /** The model never hears of it. */
  readonly excludeFromContext: boolean;
}

/** A text that a person's own shell is to run: `!command`, or `!!command` to keep it from the model. */
export function shellCommand(text: string): ShellCommand | undefined {
  if (!text.startsWith('!')) return undefined;
  const excludeFromContext = text.startsWith('!!');
  const command = text.slice(excludeFromContext ? 2 : 1).trim();
  return command === '' ? undefined : { command, excludeFromContext };
}

/** The shell of a person's own commands, with the environment that they would have in a terminal, and a mark. */
export function shellOperations(
  pi: Pi,
  shellPath: string | undefined,
  mark: () => Readonly<Record<string, string>>,
): BashOperations {
  const local = pi.createLocalBashOperations(shellPath === undefined ? {} : { shellPath });
  return {
    exec: (command, folder, options) =>
      local.exec(command, folder, {
        ...options,
        env: { ...cleanEnvironment(options.env ?? process.env), ...mark() },
      }),
  };
}

/**
 * Runs a person's own command as pi's terminal does; what it says is kept in the session. Resolves when it has ended, with
 * a refusal when it could not begin.
 * @param began called when it is too late to take the command back
 */
export async function runShell(
  {
    session,
    transcript,
    operations,
  }: {
    readonly session: AgentSession;
    readonly transcript: Transcript;
    readonly operations: BashOperations;
  },
  prompt: AdmittedPrompt,
  began: () => void,
): Promise<PromptRefusal | undefined> {
  const shell = shellCommand(prompt.text);
  if (shell === undefined) return { reason: 'There is no command after the exclamation mark.' };
  if (prompt.images.length > 0) return { reason: 'A command takes no pictures.' };
  const { command, excludeFromContext } = shell;
  const cwd = session.sessionManager.getCwd();
  // An extension may run it elsewhere, or in its own way. One that throws has been named by then.
  const other = await session.extensionRunner
    .emitUserBash({ type: 'user_bash', command, excludeFromContext, cwd })
    .catch(() => 'failed' as const);
  if (other === 'failed') return { reason: 'An extension that has a say in commands failed.' };
  began();
  const item = transcript.startShellItem(command);
  if (other?.result !== undefined) {
    session.recordBashResult(command, other.result, { excludeFromContext });
    item.end({ ...other.result, exitCode: other.result.exitCode });
    return undefined;
  }
  try {
    const result = await session.executeBash(command, (delta) => item.append(delta), {
      excludeFromContext,
      operations: other?.operations ?? operations,
    });
    item.end({ ...result, exitCode: result.exitCode });
  } catch (error) {
    item.fail();
    transcript.addNotice({ level: 'error', text: 'The command could not be run.', detail: messageOf(error) });
  }
  return undefined;
}
