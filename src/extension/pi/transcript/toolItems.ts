import * as l10n from '@vscode/l10n';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { ItemId } from '../../../protocol/ids';
import type { ToolItem, ToolState } from '../../../protocol/item';
import { oneLine, truncate } from '../../../protocol/text/truncate';
import { jsonOf, wholeText } from '../../base/text';
import { isRecord } from '../../base/guards';
import { callDetailsOf } from '../../changes/changeDetails';
import { type ContentBlock, imagesOf, ansiTextOf, textOf } from './messageContent';

/** A tool's result, live or from a session file. */
export interface ToolOutcome {
  readonly content: readonly ContentBlock[];
  readonly details?: unknown;
  readonly isError: boolean;
  readonly durationMs?: number | undefined;
}

/** Characters of arguments that a panel gets. The session file has all of them. */
const maxInputChars = 200_000;

type ToolChanges = Partial<Omit<ToolItem, 'kind' | 'id'>>;

/** Returns the item of a tool call whose name is known. */
export function newToolItem(id: ItemId, name: string, state: ToolState): ToolItem {
  return { kind: 'tool', id, name, subject: '', input: '', text: '', state };
}

/** Returns the item fields that follow from a call's arguments. `folder` is the thread's working folder. */
export function callChanges(name: string, args: unknown, folder: string): ToolChanges {
  const fields = isRecord(args) ? args : {};
  const path = pathOf(fields, folder);
  const input = args === undefined ? '' : (jsonOf(args, 2) ?? l10n.t("(These arguments can't be shown.)"));
  return {
    subject: subjectOf(name, fields, path),
    input: truncate(input, maxInputChars),
    ...(path === undefined || name === 'ls' || name === 'find' || name === 'grep' ? {} : { path }),
  };
}

/** Returns the item fields that follow from a call's result. */
export function outcomeChanges(
  name: string,
  outcome: ToolOutcome,
): ToolChanges & { readonly state: ToolState; readonly text: string } {
  const text = textOf(outcome.content);
  const images = imagesOf(outcome.content);
  const exitCode = name === 'bash' || name === 'powershell' ? exitCodeOf(text, outcome.isError) : undefined;
  const diff = diffOf(outcome.details);
  return {
    state: stateOf(outcome, text),
    text: ansiTextOf(outcome.content),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(diff === undefined ? {} : { diff }),
    ...callDetailsOf(outcome.details),
    ...(typeof outcome.durationMs === 'number' ? { durationMs: outcome.durationMs } : {}),
    ...(images.length === 0 ? {} : { images }),
  };
}

function stateOf({ isError }: ToolOutcome, text: string): ToolState {
  if (!isError) return 'done';
  return /(?:^|\n)(?:Operation|Command) aborted\s*$/.test(text) ? 'aborted' : 'failed';
}

function exitCodeOf(text: string, isError: boolean): number | undefined {
  if (!isError) return 0;
  const code = /Command exited with code (\d+)\s*$/.exec(text)?.[1];
  return code === undefined ? undefined : Number(code);
}

function diffOf(details: unknown): string | undefined {
  return isRecord(details) && typeof details['patch'] === 'string'
    ? details['patch'].toWellFormed()
    : undefined;
}

function pathOf(fields: Readonly<Record<string, unknown>>, folder: string): string | undefined {
  const path = wholeText(fields['path'] ?? fields['file_path']);
  if (path === undefined || path === '') return undefined;
  if (!isAbsolute(path)) return path;
  const inside = relative(folder, resolve(path));
  if (inside === '') return '.';
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? path : inside;
}

/** Arguments that can serve as a call's subject, the most telling first. */
const subjectFields = ['command', 'pattern', 'query', 'question', 'url', 'name', 'title'] as const;

function subjectOf(
  name: string,
  fields: Readonly<Record<string, unknown>>,
  path: string | undefined,
): string {
  const pattern = fields['pattern'];
  if ((name === 'grep' || name === 'find') && typeof pattern === 'string') {
    return oneLine(path === undefined ? pattern : l10n.t('{pattern} in {path}', { pattern, path }));
  }
  if (path !== undefined) return oneLine(path);
  for (const field of subjectFields) {
    const value = fields[field];
    if (typeof value === 'string' && value.trim() !== '') return oneLine(value);
  }
  const first = Object.values(fields).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof first === 'string' ? oneLine(first) : '';
}
