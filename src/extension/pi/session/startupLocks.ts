import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../base/disposable';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { RuntimeHost } from '../../core/ports/runtime';
import { codeOf } from '../../base/errors';

/**
 * The files that pi locks while it starts. A second pi waits half a minute for the lock and then starts without the
 * file.
 */
const lockedFiles = ['auth.json', 'models-store.json'] as const;

type LockedFile = (typeof lockedFiles)[number];

/** The interval between two checks of the locks. A start usually takes less. */
const checkEveryMs = 2000;

/** Shows in the panel which locked file of pi a start is waiting for. */
export class StartupLocks {
  private timer: Disposable;
  private shown: LockedFile | undefined;
  private ended = false;

  constructor(
    private readonly agentDir: string,
    private readonly options: { readonly host: RuntimeHost; readonly clock: Clock; readonly log: Log },
  ) {
    this.timer = this.lookLater();
  }

  /**
   * Waits for the start of a session. An error for a lock gets a message that names the file.
   * @returns the session, and a warning for the user if pi has started without a file that is still locked
   */
  async watch<T>(start: Promise<T>): Promise<{ readonly value: T; readonly warning: string | undefined }> {
    try {
      const value = await start;
      const file = await this.end();
      return { value, warning: file === undefined ? undefined : withoutFileText(file) };
    } catch (error) {
      const file = await this.end();
      // pi's own message names no file.
      throw file === undefined || codeOf(error) !== 'ELOCKED'
        ? error
        : new Error(lockedText(file), { cause: error });
    }
  }

  /** Resolves with the file that the start has waited for, if the file is still locked. */
  private async end(): Promise<LockedFile | undefined> {
    const waited = this.shown !== undefined;
    this.ended = true;
    this.timer.dispose();
    this.show(undefined);
    return waited ? this.findLocked() : undefined;
  }

  private lookLater(): Disposable {
    return this.options.clock.after(checkEveryMs, () => {
      this.timer = this.lookLater();
      void this.findLocked().then((file) => {
        if (!this.ended) this.show(file);
      });
    });
  }

  private show(file: LockedFile | undefined): void {
    if (file === this.shown) return;
    if (file !== undefined) this.options.log.warn(`start: waiting for the lock of ${file}`);
    this.options.host.observe({
      type: 'working-message',
      text:
        file === undefined ? undefined : l10n.t('Waiting for another pi process to release {file}', { file }),
    });
    this.shown = file;
  }

  private async findLocked(): Promise<LockedFile | undefined> {
    for (const file of lockedFiles) {
      // pi locks the target of a link.
      const path = join(this.agentDir, file);
      const lock = `${await realpath(path).catch(() => path)}.lock`;
      const exists = await stat(lock).then(
        () => true,
        () => false,
      );
      if (exists) return file;
    }
    return undefined;
  }
}

function lockedText(file: LockedFile): string {
  return l10n.t('{file} is locked by another pi process. If none is running, delete {file}.lock.', { file });
}

function withoutFileText(file: LockedFile): string {
  return file === 'auth.json'
    ? l10n.t(
        '{file} is locked by another pi process. If none is running, delete {file}.lock. Continued without it; saved keys may be missing.',
        { file },
      )
    : l10n.t(
        '{file} is locked by another pi process. If none is running, delete {file}.lock. Continued without it; saved models may be missing.',
        { file },
      );
}
