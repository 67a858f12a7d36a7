import type { ToolItem } from '../../protocol/item';
import { deniedCall } from '../../protocol/text/deniedCall';

interface Verb {
  readonly base: string;
  readonly past: string;
  readonly present: string;
}

const verbs: Readonly<Record<string, Verb>> = {
  read: { base: 'Read', past: 'Read', present: 'Reading' },
  bash: { base: 'Run', past: 'Ran', present: 'Running' },
  powershell: { base: 'Run', past: 'Ran', present: 'Running' },
  edit: { base: 'Edit', past: 'Edited', present: 'Editing' },
  write: { base: 'Write', past: 'Wrote', present: 'Writing' },
  grep: { base: 'Search', past: 'Searched', present: 'Searching' },
  find: { base: 'Look for', past: 'Looked for', present: 'Looking for' },
  ls: { base: 'List', past: 'Listed', present: 'Listing' },
  ask_user: { base: 'Ask', past: 'Asked', present: 'Asking' },
};

/** What a tool did or does; its own name where we have no word for it. */
export function toolVerb(tool: Pick<ToolItem, 'name' | 'state' | 'exitCode'>): string {
  const verb = verbs[tool.name];
  if (!verb) return tool.name;
  if (tool.state === 'done' || tool.exitCode !== undefined) return verb.past;
  // What has not begun, or may never have: a denied command was not run.
  return tool.state === 'running' ? verb.present : verb.base;
}

/** The tool's part in "what is going on now". */
export function activityVerb(name: string): string {
  return verbs[name]?.present ?? name;
}

/** How it ended, in few words; empty when it simply worked. */
export function toolOutcome(tool: ToolItem): string {
  switch (tool.state) {
    case 'failed':
      return tool.exitCode === undefined ? (deniedCall(tool.text) ?? 'failed') : `exit ${tool.exitCode}`;
    case 'aborted':
      return 'stopped';
    case 'waiting':
      return 'waiting';
    case 'done':
      return tool.exitCode === undefined || tool.exitCode === 0 ? '' : `exit ${tool.exitCode}`;
    case 'writing':
    case 'running':
      return '';
  }
}
