import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { SessionManager } from '@earendil-works/pi-coding-agent';
import type { ThreadId } from '../../../protocol/ids';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { ownerOnlyFile, ownerOnlyFolder } from '../../base/ownerOnly';
import { findSessionFile } from '../../sessionFiles/fileNames';
import type { Pi } from '../sdk/loadPi';
import { sessionFolder } from '../sdk/piPaths';

export interface SessionLocation {
  readonly threadId: ThreadId;
  readonly agentDir: string;
  /** The working folder of the thread. */
  readonly folder: string;
}

/** Opens the session file of a thread, or creates a session for a new thread. Rejects with an error for the user. */
export async function openSession(
  pi: Pi,
  { threadId, agentDir, folder }: SessionLocation,
  log: Log,
): Promise<SessionManager> {
  const sessions = await sessionFolder(agentDir, folder);
  // A folder of the user's own choice may be shared on purpose.
  if (dirname(sessions) === join(resolve(agentDir), 'sessions')) ownerOnlyFolder(sessions);
  const file = await findSessionFile(sessions, threadId);
  if (file === undefined) return pi.SessionManager.create(folder, sessions, { id: threadId });
  let manager: SessionManager;
  try {
    manager = pi.SessionManager.open(file, sessions);
  } catch (error) {
    log.warn(`thread ${threadId}: opening the session file failed: ${messageOf(error)}`);
    throw new Error(l10n.t("This thread's file is damaged and can't be continued."), { cause: error });
  }
  if (!(await sameFolder(manager.getCwd(), folder))) {
    throw new Error(
      l10n.t('This thread belongs to {folder}. Open that folder to continue it.', {
        folder: manager.getCwd(),
      }),
    );
  }
  ownerOnlyFile(file);
  return manager;
}

/** Rejects with an error for the user when the working folder doesn't exist. */
export async function assertFolder(folder: string): Promise<void> {
  const exists = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!exists) throw new Error(l10n.t("The folder {folder} doesn't exist.", { folder }));
}

async function sameFolder(one: string, other: string): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => resolve(path));
  return (await real(one)) === (await real(other));
}
