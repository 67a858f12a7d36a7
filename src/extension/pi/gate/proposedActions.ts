import type { ExtensionContext, ToolCallEvent } from '@earendil-works/pi-coding-agent';
import * as l10n from '@vscode/l10n';
import { commandRule } from '../../approvals/commands/commandRule';
import { terminalRulesApprove } from '../../approvals/commands/terminalRules';
import { refuseNetworkPath } from '../../base/networkPaths';
import { isRecord } from '../../base/guards';
import type { ActionDeps, ProposedAction } from './action';
import { fileAction } from './fileAction';
import { otherAction, readAction } from './readAction';

const fileTools = new Set(['read', 'grep', 'find', 'ls', 'edit', 'write']);

/**
 * Returns what a call is about to do, and nothing where the user has no say. Rejects when that can't be determined.
 */
export async function describeAction(
  { toolName, input }: ToolCallEvent,
  context: ExtensionContext,
  deps: ActionDeps,
): Promise<ProposedAction | undefined> {
  const fields: Readonly<Record<string, unknown>> = isRecord(input) ? input : {};
  if (fileTools.has(toolName) && typeof fields['path'] === 'string') {
    refuseNetworkPath(fields['path'], [deps.folder, ...deps.folders]);
  }
  switch (toolName) {
    case 'bash':
    case 'powershell':
      return commandAction(toolName, fields, deps);
    case 'edit':
    case 'write':
      return fileAction(toolName, input, context, deps);
    case 'read':
    case 'grep':
    case 'find':
    case 'ls':
      return readAction(toolName, fields, context, deps);
    case 'ask_user':
      return undefined;
    default:
      return otherAction(toolName, fields, context, deps);
  }
}

async function commandAction(
  tool: 'bash' | 'powershell',
  { command, timeout }: Readonly<Record<string, unknown>>,
  deps: ActionDeps,
): Promise<ProposedAction> {
  if (typeof command !== 'string') throw new Error('The command is not a text.');
  const rule = await commandRule(tool, command, deps);
  const { commandPrefix, path } = tool === 'bash' ? deps.shell : {};
  const notes = [
    ...(typeof timeout === 'number' ? [l10n.t('Times out after {seconds} s.', { seconds: timeout })] : []),
    ...(commandPrefix === undefined
      ? []
      : [l10n.t('Begins with {prefix} from the pi setting shellCommandPrefix.', { prefix: commandPrefix })]),
    ...(path === undefined
      ? []
      : [l10n.t('Runs in {shell} from the pi setting shellPath.', { shell: path })]),
  ];
  return {
    of: 'command',
    title: tool === 'bash' ? l10n.t('Run this command?') : l10n.t('Run this PowerShell command?'),
    always: rule,
    inThread: rule,
    outside: false,
    sensitive: false,
    isApprovedBySettings:
      tool === 'bash' &&
      deps.terminalRules !== undefined &&
      (await terminalRulesApprove(command, deps.terminalRules, deps)),
    preview: () =>
      Promise.resolve({
        format: 'text',
        text: commandPrefix === undefined ? command : `${commandPrefix}\n${command}`,
        ...(notes.length === 0 ? {} : { notes }),
      }),
  };
}
