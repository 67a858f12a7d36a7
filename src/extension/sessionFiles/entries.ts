import * as l10n from '@vscode/l10n';
import { linesOf } from './lines';
import { isRecord } from '../base/guards';
import { oneLine } from '../../protocol/text/truncate';

/** The newest version of session files that Enso can read. */
export const latestKnownVersion = 3;

export interface Header {
  readonly id: string;
  readonly version: number;
  readonly folder: string;
}

/** A record of a session file, with unchecked data. */
export interface Entry {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface SessionContent {
  readonly header: Header;
  /** The records from the root to the leaf, in pi's order. */
  readonly branch: readonly Entry[];
  /** The latest name on any branch. */
  readonly name: string | undefined;
  /** The number of lines that aren't records. */
  readonly damagedLines: number;
  /** True if the parent of the branch's first record is missing. */
  readonly cut: boolean;
}

/** Reads a session file. Rejects with an error whose message is for the user. */
export async function readSession(file: string): Promise<SessionContent> {
  let header: Header | undefined;
  let damagedLines = 0;
  let last: Entry | undefined;
  let name: string | undefined;
  const entries = new Map<string, Entry>();
  for await (const line of linesOf(file)) {
    if (line.trim() === '') continue;
    const record = parseLine(line);
    if (record === undefined) {
      damagedLines += 1;
    } else if (header === undefined) {
      header = headerOf(record);
      if (header === undefined) throw new Error(notASession());
      if (header.version > latestKnownVersion) throw new Error(newerVersion());
    } else {
      const entry = recordEntry(record, last, entries.size);
      entries.set(entry.id, entry);
      last = entry;
      if (entry.type === 'session_info') name = nameOf(record);
    }
  }
  if (header === undefined) throw new Error(notASession());
  const branch = branchTo(last, entries);
  const cut = branch[0]?.parentId !== undefined;
  return { header, branch, name, damagedLines, cut };
}

export const notASession = () => l10n.t('Not a pi session file.');
export const newerVersion = () => l10n.t('This thread needs a newer version of Enso.');

/** Returns a line's record, or nothing if the line isn't one. */
export function parseLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // Lone surrogates only occur as escapes. A reviver for every line would double the cost of parsing.
    const hasSurrogate = /\\u[dD][89a-fA-F]/.test(line);
    const value: unknown = hasSurrogate ? JSON.parse(line, wholeCharacters) : JSON.parse(line);
    return isRecord(value) && typeof value['type'] === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function wholeCharacters(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

export function headerOf(record: Readonly<Record<string, unknown>>): Header | undefined {
  const { type, id, version, cwd } = record;
  if (type !== 'session' || typeof id !== 'string') return undefined;
  return {
    id,
    version: typeof version === 'number' ? version : 1,
    folder: typeof cwd === 'string' ? cwd : '',
  };
}

export function nameOf(record: Readonly<Record<string, unknown>>): string | undefined {
  const name = typeof record['name'] === 'string' ? oneLine(record['name']) : '';
  return name === '' ? undefined : name;
}

/**
 * Returns a record as an entry. Version 1 of the format has no ids: each record follows the previous one.
 * @param index the number of records before this one
 */
export function recordEntry(
  record: Readonly<Record<string, unknown>>,
  previous: Entry | undefined,
  index: number,
): Entry {
  const { id, parentId, type } = record;
  const hasId = typeof id === 'string';
  return {
    id: hasId ? id : `line-${index}`,
    parentId: hasId ? (typeof parentId === 'string' ? parentId : undefined) : previous?.id,
    type: String(type),
    data: record,
  };
}

function branchTo(leaf: Entry | undefined, entries: ReadonlyMap<string, Entry>): Entry[] {
  const branch: Entry[] = [];
  const seen = new Set<Entry>();
  // In a damaged file, a record's parent may be one of its own children.
  for (let entry = leaf; entry !== undefined && !seen.has(entry);) {
    seen.add(entry);
    branch.push(entry);
    entry = entry.parentId === undefined ? undefined : entries.get(entry.parentId);
  }
  return branch.reverse();
}

const skill = /^<skill name="([^"]+)" location="[^"]*">\n[\s\S]*?\n<\/skill>(?:\n\n([\s\S]+))?$/;

/** Returns the text that the user typed. pi replaces a skill command by the skill's text. */
export function originalPrompt(text: string): string {
  const match = skill.exec(text);
  if (match === null) return text;
  const [, name = '', rest] = match;
  return rest === undefined ? `/skill:${name}` : `/skill:${name} ${rest}`;
}

/** Returns the title of a thread without a name: the beginning of its first prompt. */
export function titleOf(firstPrompt: string): string {
  return oneLine(firstPrompt, 60);
}
