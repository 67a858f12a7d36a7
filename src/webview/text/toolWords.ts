import type { ToolItem } from '../../protocol/item';

interface Verb {
  readonly past: string;
  readonly present: string;
}

const verbs: Readonly<Record<string, Verb>> = {
  read: { past: 'Read', present: 'Reading' },
  bash: { past: 'Ran', present: 'Running' },
  powershell: { past: 'Ran', present: 'Running' },
  edit: { past: 'Edited', present: 'Editing' },
  write: { past: 'Wrote', present: 'Writing' },
  grep: { past: 'Searched', present: 'Searching' },
  find: { past: 'Looked for', present: 'Looking for' },
  ls: { past: 'Listed', present: 'Listing' },
  ask_user: { past: 'Asked', present: 'Asking' },
};

/** What a tool did or does; its own name where we have no word for it. */
export function toolVerb(tool: Pick<ToolItem, 'name' | 'state'>): string {
  const verb = verbs[tool.name];
  if (!verb) return tool.name;
  return tool.state === 'done' || tool.state === 'failed' || tool.state === 'aborted'
    ? verb.past
    : verb.present;
}

/** The tool's part in "what is going on now". */
export function activityVerb(name: string): string {
  return verbs[name]?.present ?? name;
}

/** How it ended, in few words; empty when it simply worked. */
export function toolOutcome(tool: ToolItem): string {
  switch (tool.state) {
    case 'failed':
      return tool.exitCode === undefined ? 'failed' : `exit ${tool.exitCode}`;
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
