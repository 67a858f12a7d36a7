import { isAbsolute, relative, resolve } from 'node:path';
import type { ExtensionContext, ToolCallEvent } from '@earendil-works/pi-coding-agent';
import type { Preview } from '../../../protocol/dialog';
import { isRecord } from '../../base/guards';
import { commandPrefix } from '../../approvals/commandPrefix';
import type { DryRun, FileTool } from './dryRun';
import { scopeOf } from '../../approvals/pathScope';

/** What can be allowed beyond once. */
export interface ApprovalRule {
  readonly id: string;
  /** For a person: what is allowed with it, after “This kind: ”. */
  readonly words: string;
}

/** Something that a tool is about to do, as far as a person is to be asked about it. */
export interface ProposedAction {
  readonly of: 'command' | 'file' | 'other';
  readonly title: string;
  /** What may be allowed for good; absent where one act tells nothing of the next. */
  readonly kind?: ApprovalRule;
  /** What may be allowed for the thread. */
  readonly inThread: ApprovalRule;
  /** A file outside of the workspace. */
  readonly outside: boolean;
  /** A file by which something else is told what to run. */
  readonly sensitive: boolean;
  /** The file that is written, links resolved. */
  readonly target?: string;
  /** What is shown. Rejects when it can't be done or told. */
  readonly preview: () => Promise<Preview>;
}

export interface ActionDeps {
  readonly folder: string;
  readonly folders: readonly string[];
  readonly dryRun: DryRun;
}

/** pi's tools that only look, and Enso's that only asks. */
const readOnlyTools = new Set(['read', 'grep', 'find', 'ls', 'ask_user']);

/** The names under which tools take files. */
const pathNames =
  /^(?:.*[_-])?(?:path|paths|file|files|filename|dir|directory|folder|cwd)$|(?:Path|File|Dir|Directory|Folder)s?$/;

/** What a call is about to do; nothing where there is nothing to ask. Rejects when it can't be told. */
export async function describeAction(
  { toolName, input }: ToolCallEvent,
  context: ExtensionContext,
  deps: ActionDeps,
): Promise<ProposedAction | undefined> {
  const fields = isRecord(input) ? input : {};
  if (toolName === 'bash' || toolName === 'powershell') return command(toolName, fields);
  if (toolName === 'edit' || toolName === 'write') return change(toolName, input, context, deps);
  if (readOnlyTools.has(toolName)) return undefined;
  return otherTool(toolName, fields, deps);
}

function command(
  tool: string,
  { command: given, timeout }: Readonly<Record<string, unknown>>,
): ProposedAction {
  if (typeof given !== 'string') throw new Error('The command is no text.');
  const known = tool === 'bash' ? commandPrefix(given) : undefined;
  const kind =
    known === undefined
      ? undefined
      : { id: `command ${known}`, words: `commands that begin with “${known}” and are nothing else` };
  const limit = typeof timeout === 'number' ? [`It is ended after ${timeout} s.`] : [];
  return {
    of: 'command',
    title: tool === 'bash' ? 'Run this command?' : 'Run this PowerShell command?',
    ...(kind === undefined ? {} : { kind }),
    inThread: kind ?? { id: `exactly ${tool} ${given}`, words: 'exactly this command' },
    outside: false,
    sensitive: false,
    preview: () => Promise.resolve({ format: 'text', text: given, ...notes(limit) }),
  };
}

const edits: ApprovalRule = { id: 'edits', words: 'all edits and writes of files in this workspace' };

async function change(
  tool: FileTool,
  input: unknown,
  context: ExtensionContext,
  { folder, folders, dryRun }: ActionDeps,
): Promise<ProposedAction> {
  const file = await dryRun.fileOf(tool, input, context);
  const { target, inside, sensitive } = await scopeOf(file, [folder, ...folders]);
  const free = inside && !sensitive;
  const thisFile = { id: `file ${target}`, words: 'edits and writes of this file' };
  const path = target === file ? shown(file, folder) : `${shown(file, folder)} → ${target}`;
  const warnings = [
    ...(inside ? [] : ['This file is outside of the workspace.']),
    ...(sensitive ? ['Such a file can make other programs run something.'] : []),
  ];
  return {
    of: 'file',
    title: tool === 'edit' ? 'Edit this file?' : 'Write this file?',
    ...(free ? { kind: edits } : {}),
    inThread: free ? edits : thisFile,
    outside: !inside,
    sensitive,
    target,
    preview: async () => {
      const { diff, isNew } = await dryRun.changeOf(tool, input, context);
      const all = [...(isNew ? ['It is a new file.'] : []), ...warnings];
      return { format: 'diff', text: diff, path, ...notes(all) };
    },
  };
}

/** A tool of somebody else's is asked about when it is given a file outside of the workspace. */
async function otherTool(
  tool: string,
  fields: Readonly<Record<string, unknown>>,
  { folder, folders }: ActionDeps,
): Promise<ProposedAction | undefined> {
  const paths = Object.entries(fields)
    .filter(([name]) => pathNames.test(name))
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value) => typeof value === 'string' && !/^[a-z][a-z0-9+.-]+:\/\//i.test(value));
  for (const path of paths) {
    const { target, inside } = await scopeOf(resolve(folder, String(path)), [folder, ...folders]);
    if (inside) continue;
    const text = `${tool} ${JSON.stringify(fields, undefined, 2)}`;
    return {
      of: 'other',
      title: 'Let this tool do this?',
      inThread: { id: `tool ${tool} ${target}`, words: `calls of ${tool} with this file` },
      outside: true,
      sensitive: false,
      preview: () =>
        Promise.resolve({
          format: 'text',
          text,
          path: target,
          notes: ['This file is outside of the workspace.'],
        }),
    };
  }
  return undefined;
}

/** A path as a person knows it: from the thread's folder where it lies in there. */
function shown(file: string, folder: string): string {
  const way = relative(folder, file);
  return way === '' || way.startsWith('..') || isAbsolute(way) ? file : way;
}

function notes(sentences: readonly string[]): { readonly notes?: readonly string[] } {
  return sentences.length === 0 ? {} : { notes: sentences };
}
