import * as l10n from '@vscode/l10n';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ThreadId } from '../../protocol/ids';
import type { Item } from '../../protocol/item';
import { formatNumber, plural } from '../../protocol/text/plural';
import type { SessionInfo } from '../../protocol/session';
import type { StoredThread, StoredThreadRow, StoredThreads } from '../core/ports/stores';
import { itemsFromFile, withDistinctIds } from './itemsFromFile';
import { demoModelName, demoProviderId } from '../pi/models/offline/offlineModel';
import { agentFolder, sessionFolder } from '../pi/sdk/piPaths';
import { rowOf } from './listRow';
import { readSession, type Entry, type SessionContent, originalPrompt, titleOf } from './entries';
import { findSessionFile, sessionFileNames } from './fileNames';
import { isRecord } from '../base/guards';
import { mapParallel } from '../base/parallel';
import { textOf, contentIn } from '../pi/transcript/messageContent';

export interface StoreOptions {
  /** Returns the workspace folders, each with its own threads. */
  readonly folders: () => readonly string[];
  /** pi's folder; the user's own by default. */
  readonly agentDir?: string;
}

/** The number of files that a list reads at a time. */
const maxParallelReads = 8;

/** Reads pi's session files without loading pi, so that opening a thread runs no extension code. */
export class SessionStore implements StoredThreads {
  private readonly agentDir: string;

  constructor(private readonly options: StoreOptions) {
    this.agentDir = options.agentDir ?? agentFolder();
  }

  async read(threadId: ThreadId): Promise<StoredThread | undefined> {
    for (const folder of this.options.folders()) {
      const file = await findSessionFile(await sessionFolder(this.agentDir, folder), threadId);
      if (file !== undefined) return storedThread(await readSession(file), folder);
    }
    return undefined;
  }

  async list(): Promise<readonly StoredThreadRow[]> {
    const rows: StoredThreadRow[] = [];
    for (const folder of this.options.folders()) rows.push(...(await this.listFolder(folder)));
    return rows.sort((a, b) => b.changedAt - a.changedAt);
  }

  private async listFolder(folder: string): Promise<StoredThreadRow[]> {
    const sessions = await sessionFolder(this.agentDir, folder);
    const names = await sessionFileNames(sessions);
    const here = await realPath(folder);
    const read = await mapParallel(names, maxParallelReads, async (name) => {
      const row = await rowOf(join(sessions, name));
      // Two folders can share one session folder, because pi's names for session folders aren't unique.
      return row.folder === undefined || (await realPath(row.folder)) === here ? [row.row] : [];
    });
    return read.flat();
  }
}

async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

function storedThread(content: SessionContent, folder: string): StoredThread {
  const { branch, damagedLines, cut } = content;
  const items: Item[] = itemsFromFile(branch, folder);
  if (cut || damagedLines > 0) {
    items.unshift({
      kind: 'notice',
      id: 'damaged',
      level: 'warning',
      text: cut
        ? l10n.t("This thread's file is damaged. Earlier messages were lost.")
        : plural(damagedLines, {
            one: l10n.t("This thread's file is damaged. 1 line couldn't be read."),
            other: l10n.t("This thread's file is damaged. {count} lines couldn't be read.", {
              count: formatNumber(damagedLines),
            }),
          }),
    });
  }
  return { items: withDistinctIds(items), session: sessionOf(content, folder) };
}

function sessionOf({ branch, name }: SessionContent, folder: string): Partial<SessionInfo> {
  const chosen = branch.findLast(({ type }) => type === 'model_change')?.data;
  const offline = chosen?.['provider'] === demoProviderId;
  const model = offline ? demoModelName() : chosen?.['modelId'];
  const thinking = branch.findLast(({ type }) => type === 'thinking_level_change')?.data['thinkingLevel'];
  return {
    title: name ?? firstPrompt(branch),
    folder,
    ...(typeof model === 'string' ? { model, offline } : {}),
    // pi reports “off” for models that can't think, too.
    ...(typeof thinking === 'string' && thinking !== 'off' ? { thinking } : {}),
  };
}

function firstPrompt(branch: readonly Entry[]): string {
  for (const { type, data } of branch) {
    const message = data['message'];
    if (type === 'message' && isRecord(message) && message['role'] === 'user') {
      return titleOf(originalPrompt(textOf(contentIn(message))));
    }
  }
  return '';
}
