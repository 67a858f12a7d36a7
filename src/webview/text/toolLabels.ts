import * as l10n from '@vscode/l10n';
import type { ToolItem } from '../../protocol/item';
import { deniedCall } from '../../protocol/text/deniedCall';

interface Verb {
  readonly base: string;
  readonly past: string;
  readonly present: string;
}

/** Returns the verbs of a tool of pi or Enso. Other tools are shown by name. */
function verbOf(tool: string): Verb | undefined {
  switch (tool) {
    case 'read':
      return {
        base: l10n.t({
          message: 'Read',
          comment: ['What a tool is about to do. The name of a file follows.'],
        }),
        past: l10n.t({
          message: 'Read',
          comment: ['What a tool has done. The name of a file follows.'],
        }),
        present: l10n.t('Reading'),
      };
    case 'bash':
    case 'powershell':
      return { base: l10n.t('Run'), past: l10n.t('Ran'), present: l10n.t('Running') };
    case 'edit':
      return { base: l10n.t('Edit'), past: l10n.t('Edited'), present: l10n.t('Editing') };
    case 'write':
      return { base: l10n.t('Write'), past: l10n.t('Wrote'), present: l10n.t('Writing') };
    case 'grep':
      return { base: l10n.t('Search'), past: l10n.t('Searched'), present: l10n.t('Searching') };
    case 'find':
      return { base: l10n.t('Look for'), past: l10n.t('Looked for'), present: l10n.t('Looking for') };
    case 'ls':
      return { base: l10n.t('List'), past: l10n.t('Listed'), present: l10n.t('Listing') };
    case 'ask_user':
      return { base: l10n.t('Ask'), past: l10n.t('Asked'), present: l10n.t('Asking') };
    default:
      return undefined;
  }
}

/** Returns the verb for a call, in the tense of its state. */
export function toolVerb(tool: Pick<ToolItem, 'name' | 'state' | 'exitCode'>): string {
  const verb = verbOf(tool.name);
  if (!verb) return tool.name;
  if (tool.state === 'done' || tool.exitCode !== undefined) return verb.past;
  // A denied command never started, so only a running call is in the present tense.
  return tool.state === 'running' ? verb.present : verb.base;
}

/** Returns the verb for a tool that runs now. */
export function activityVerb(name: string): string {
  return verbOf(name)?.present ?? name;
}

/** Returns the short outcome of a call. Empty for a success. */
export function toolOutcome(tool: ToolItem): string {
  switch (tool.state) {
    case 'failed':
      return tool.exitCode === undefined ? failureText(tool.text) : exitText(tool.exitCode);
    case 'aborted':
      return l10n.t('stopped');
    case 'waiting':
      return l10n.t('waiting');
    case 'done':
      return tool.exitCode === undefined || tool.exitCode === 0 ? '' : exitText(tool.exitCode);
    case 'writing':
    case 'running':
      return '';
  }
}

function exitText(code: number): string {
  return l10n.t('exit {code}', { code });
}

function failureText(output: string): string {
  const denial = deniedCall(output);
  if (denial === undefined) return l10n.t('failed');
  return denial === 'denied' ? l10n.t('denied') : l10n.t('skipped');
}
