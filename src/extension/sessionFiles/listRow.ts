import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { StoredThreadRow } from '../core/ports/stores';
import {
  headerOf,
  latestKnownVersion,
  nameOf,
  newerVersion,
  parseLine,
  originalPrompt,
  titleOf,
} from './entries';
import { idInName } from './fileNames';
import { lastLinesOf, linesOf } from './lines';
import { contentIn, textOf } from '../pi/transcript/messageContent';
import { isRecord } from '../base/guards';
import { codeOf } from '../base/errors';

/** What is read of a file for a list, at each of its ends, in bytes. */
const headBytes = 64 * 1024;
const tailBytes = 64 * 1024;

export interface SessionRow {
  readonly row: StoredThreadRow;
  /** The folder that the thread works in, where the file says it. */
  readonly folder?: string;
}

/** A thread's row in a list, from the ends of its file. Never rejects: a file that can't be read says so in its row. */
export async function rowOf(file: string): Promise<SessionRow> {
  const threadId = idInName(basename(file));
  let changedAt = 0;
  try {
    const { size, mtimeMs, isFile } = await fileFacts(file);
    changedAt = mtimeMs;
    const bad = (problem: string) => ({ row: { threadId, title: '', changedAt, problem } });
    if (!isFile) return bad('This is no file.');
    if (size === 0) return bad('The file is empty.');
    if (await isUtf16(file)) return bad('The file is not in UTF-8.');
    const head = await readHead(file);
    if (head.header === undefined) return bad('This file is no thread of pi.');
    const { id, version, folder } = head.header;
    if (version > latestKnownVersion) return { ...bad(newerVersion), folder };
    const name = await lastName(file);
    return { row: { threadId: id, title: name ?? head.name ?? head.title, changedAt }, folder };
  } catch (error) {
    const problem = codeOf(error) === 'EACCES' ? 'The file may not be read.' : 'The file can’t be read.';
    return { row: { threadId, title: '', changedAt, problem } };
  }
}

async function fileFacts(file: string): Promise<{ size: number; mtimeMs: number; isFile: boolean }> {
  const stats = await stat(file);
  return { size: stats.size, mtimeMs: stats.mtimeMs, isFile: stats.isFile() };
}

async function isUtf16(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const start = Buffer.alloc(2);
    await handle.read(start, 0, 2, 0);
    return start.readUInt16BE(0) === 0xfffe || start.readUInt16BE(0) === 0xfeff;
  } finally {
    await handle.close();
  }
}

interface FileHead {
  header: ReturnType<typeof headerOf>;
  name: string | undefined;
  title: string;
}

/** Goes on to the first words of a person, or to as far as a list may read. */
async function readHead(file: string): Promise<FileHead> {
  const head: FileHead = { header: undefined, name: undefined, title: '' };
  for await (const line of linesOf(file, headBytes)) {
    const record = parseLine(line);
    if (record === undefined) {
      // A first prompt with a picture is longer than what is read of it; its words come first.
      const words = head.header === undefined ? undefined : titleInCutLine(line);
      if (words === undefined) continue;
      return { ...head, title: words };
    }
    if (head.header === undefined) {
      head.header = headerOf(record);
      if (head.header === undefined) return head;
      continue;
    }
    if (record['type'] === 'session_info') head.name = nameOf(record);
    const message = record['message'];
    if (record['type'] === 'message' && isRecord(message) && message['role'] === 'user') {
      return { ...head, title: titleOf(originalPrompt(textOf(contentIn(message)))) };
    }
  }
  return head;
}

function titleInCutLine(line: string): string | undefined {
  if (!/"role":"user"/.test(line)) return undefined;
  const text = /"type":"text","text":("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
  if (text === undefined) return undefined;
  try {
    return titleOf(originalPrompt(String(JSON.parse(text))));
  } catch {
    return undefined;
  }
}

async function lastName(file: string): Promise<string | undefined> {
  const lines = await lastLinesOf(file, tailBytes);
  const line = lines.findLast((candidate) => candidate.includes('"session_info"') && isName(candidate));
  const record = line === undefined ? undefined : parseLine(line);
  return record === undefined ? undefined : nameOf(record);
}

function isName(line: string): boolean {
  return parseLine(line)?.['type'] === 'session_info';
}
