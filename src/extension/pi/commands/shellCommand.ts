import * as l10n from '@vscode/l10n';
import type { AgentSession, BashOperations } from '@earendil-works/pi-coding-agent';
import { messageOf } from '../../base/errors';
import type { AdmittedPrompt, PromptRefusal } from '../../core/ports/runtime';
import { cleanEnvironment } from '../sdk/environment';
import type { Pi } from '../sdk/loadPi';
import type { Transcript } from '../transcript/transcript';

export interface ShellCommand {
  readonly command: string;
  /** Keeps the command and its output from the model. */
  readonly excludeFromContext: boolean;
}

/** Returns the shell command of a prompt: `!command`, or `!!command` to keep the command from the model. */
export function shellCommand(text: string): ShellCommand | undefined {
  if (!text.startsWith('!')) return undefined;
  const excludeFromContext = text.startsWith('!!');
  const command = text.slice(excludeFromContext ? 2 : 1).trim();
  return command === '' ? undefined : { command, excludeFromContext };
}

/** Returns the user's shell, with the environment of a terminal and a mark by which background processes are found. */
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
 * Runs the user's shell command as pi's terminal does and saves the output in the session. Resolves when the command
 * has ended, with a refusal if the command couldn't start.
 * @param onStarted called when the command can no longer be withdrawn
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
  onStarted: () => void,
): Promise<PromptRefusal | undefined> {
  const shell = shellCommand(prompt.text);
  if (shell === undefined) return { reason: l10n.t('Type a command after !.') };
  if (prompt.images.length > 0) return { reason: l10n.t("Shell commands can't include images.") };
  const { command, excludeFromContext } = shell;
  const cwd = session.sessionManager.getCwd();
  // An extension may run the command its own way. pi has already reported one that throws.
  const handled = await session.extensionRunner
    .emitUserBash({ type: 'user_bash', command, excludeFromContext, cwd })
    .catch(() => 'failed' as const);
  if (handled === 'failed') return { reason: l10n.t('An extension that handles shell commands failed.') };
  onStarted();
  const item = transcript.startShellItem(command);
  if (handled?.result !== undefined) {
    session.recordBashResult(command, handled.result, { excludeFromContext });
    item.end({ ...handled.result, exitCode: handled.result.exitCode });
    return undefined;
  }
  try {
    const result = await session.executeBash(command, (delta) => item.append(delta), {
      excludeFromContext,
      operations: handled?.operations ?? operations,
    });
    item.end({ ...result, exitCode: result.exitCode });
  } catch (error) {
    item.fail();
    transcript.addNotice({
      level: 'error',
      text: l10n.t("Couldn't run the command."),
      detail: messageOf(error),
    });
  }
  return undefined;
}
