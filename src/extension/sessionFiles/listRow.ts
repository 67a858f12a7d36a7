import * as l10n from '@vscode/l10n';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { StoredThreadRow } from '../core/ports/stores';
import {
  headerOf,
  latestKnownVersion,
  nameOf,
  newerVersion,
  notASession,
  parseLine,
  originalPrompt,
  titleOf,
} from './entries';
import { idInName } from './fileNames';
import { lastLinesOf, linesOf } from './lines';
import { contentIn, textOf } from '../pi/transcript/messageContent';
import { isRecord } from '../base/guards';
import { codeOf } from '../base/errors';

/** Bytes that a list reads at each end of a file. */
const headBytes = 64 * 1024;
const tailBytes = 64 * 1024;

export interface SessionRow {
  readonly row: StoredThreadRow;
  /** The thread's working folder, if the file has a header. */
  readonly folder?: string;
}

/**
 * Returns a thread's list row from the ends of its file. Never rejects: the row of an unreadable file has a problem.
 */
export async function rowOf(file: string): Promise<SessionRow> {
  const threadId = idInName(basename(file));
  let changedAt = 0;
  try {
    const { size, mtimeMs, isFile } = await fileFacts(file);
    changedAt = mtimeMs;
    const unreadable = (problem: string) => ({ row: { threadId, title: '', changedAt, problem } });
    if (!isFile) return unreadable(l10n.t('Not a file.'));
    if (size === 0) return unreadable(l10n.t('The file is empty.'));
    if (await isUtf16(file)) return unreadable(l10n.t("File isn't UTF-8."));
    const head = await readHead(file);
    if (head.header === undefined) return unreadable(notASession());
    const { id, version, folder } = head.header;
    if (version > latestKnownVersion) return { ...unreadable(newerVersion()), folder };
    const name = await lastName(file);
    return { row: { threadId: id, title: name ?? head.name ?? head.title, changedAt }, folder };
  } catch (error) {
    const problem =
      codeOf(error) === 'EACCES'
        ? l10n.t('No permission to read the file.')
        : l10n.t("Couldn't read the file.");
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

/** Reads a file until the first prompt, or until the limit for lists. */
async function readHead(file: string): Promise<FileHead> {
  const head: FileHead = { header: undefined, name: undefined, title: '' };
  for await (const line of linesOf(file, headBytes)) {
    const record = parseLine(line);
    if (record === undefined) {
      // A first prompt with an image exceeds the limit, but its text comes before the image.
      const title = head.header === undefined ? undefined : titleInCutLine(line);
      if (title === undefined) continue;
      return { ...head, title };
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
