import { linesOf } from './lines';
import { isRecord } from '../base/guards';
import { oneLine } from '../../protocol/text/truncate';

/** The newest version of session files that is understood here. */
export const latestKnownVersion = 3;

export interface Header {
  readonly id: string;
  readonly version: number;
  readonly folder: string;
}

/** One record of a session file, not yet looked at closely. */
export interface Entry {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface SessionContent {
  readonly header: Header;
  /** From the root to the leaf, as pi walks them. */
  readonly branch: readonly Entry[];
  /** The name that was given last, on any branch. */
  readonly name: string | undefined;
  /** Lines that are no records. */
  readonly damagedLines: number;
  /** The branch hangs on a record that is not there. */
  readonly cut: boolean;
}

/** Reads a session file. Rejects with an error whose message is for a person. */
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
      if (header === undefined) throw new Error('This file is no thread of pi.');
      if (header.version > latestKnownVersion) throw new Error(newerVersion);
    } else {
      const entry = recordEntry(record, last, entries.size);
      entries.set(entry.id, entry);
      last = entry;
      if (entry.type === 'session_info') name = nameOf(record);
    }
  }
  if (header === undefined) throw new Error('This file is no thread of pi.');
  const branch = branchTo(last, entries);
  const cut = branch[0]?.parentId !== undefined;
  return { header, branch, name, damagedLines, cut };
}

export const newerVersion = 'This thread was written by a newer pi than Enso knows.';

/** A line's record, or nothing when it is none. */
export function parseLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // Half of a character comes only as an escape; looking at each value costs as much as the parsing.
    const halved = /\\u[dD][89a-fA-F]/.test(line);
    const value: unknown = halved ? JSON.parse(line, wholeCharacters) : JSON.parse(line);
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
 * In the first version of the format records had no ids: each follows the one before.
 * @param place how many records stand before it
 */
export function recordEntry(
  record: Readonly<Record<string, unknown>>,
  before: Entry | undefined,
  place: number,
): Entry {
  const { id, parentId, type } = record;
  const hasId = typeof id === 'string';
  return {
    id: hasId ? id : `line-${place}`,
    parentId: hasId ? (typeof parentId === 'string' ? parentId : undefined) : before?.id,
    type: String(type),
    data: record,
  };
}

function branchTo(leaf: Entry | undefined, entries: ReadonlyMap<string, Entry>): Entry[] {
  const branch: Entry[] = [];
  const seen = new Set<Entry>();
  // A damaged file may hang a record on one of its own children.
  for (let entry = leaf; entry !== undefined && !seen.has(entry);) {
    seen.add(entry);
    branch.push(entry);
    entry = entry.parentId === undefined ? undefined : entries.get(entry.parentId);
  }
  return branch.reverse();
}

const skill = /^<skill name="([^"]+)" location="[^"]*">\n[\s\S]*?\n<\/skill>(?:\n\n([\s\S]+))?$/;

/** What a person typed, where pi put a skill's text in its place. */
export function originalPrompt(said: string): string {
  const found = skill.exec(said);
  if (found === null) return said;
  const [, name = '', rest] = found;
  return rest === undefined ? `/skill:${name}` : `/skill:${name} ${rest}`;
}

/** Returns the title of a thread without a name: the beginning of its first prompt. */
export function titleOf(firstPrompt: string): string {
  return oneLine(firstPrompt, 60);
}
