import { randomUUID } from 'node:crypto';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { formatNumber, plural } from '../../protocol/text/plural';
import { messageOf } from '../base/errors';
import { wayInto } from '../base/paths';
import type { Log } from '../base/log';
import type { BlobStore } from './blobStore';
import type { CallChanges } from './callChanges';
import { sameState, type PathState } from './changeRecord';
import { GitRepository } from './gitRepository';
import { foldersMadeSince, keepState } from './pathStates';

export interface CommandWatchOptions {
  readonly folder: string;
  readonly blobs: BlobStore;
  /** A folder for temporary files. */
  readonly temporary: string;
  /** Whether git may run in the folder, which can name programs in its configuration. */
  readonly trusted: () => boolean;
  readonly environment: () => NodeJS.ProcessEnv;
  readonly log: Log;
}

/** Files that are looked at around a command. Further ones aren't covered. */
const maxFiles = 2000;

/** File systems date what they make by a clock that is up to a tick late. */
const clockTickMs = 20;

/** The working tree before a command. */
interface Before {
  readonly repository: GitRepository;
  readonly head: string | undefined;
  /** What was at the paths that weren't clean, by path from the root. */
  readonly unclean: Map<string, Kept>;
  readonly index: string;
  readonly unlisted: number;
  /** In milliseconds, by the clock of file systems. */
  readonly since: number;
}

interface Kept {
  readonly state: PathState;
  /** Size, times and number of the file when its content was stored. */
  readonly stamp: string;
}

/**
 * Finds out which files commands change, where the folder is in a Git repository. Clean files are in the commit; the others
 * are stored before each command.
 */
export class CommandWatch {
  private before: Before | undefined;
  private running = 0;
  /** Looking at the working tree happens one at a time. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: CommandWatchOptions) {}

  /** Runs a command and adds what it changed. Never rejects by itself: what can't be covered is said in the record. */
  async around<T>(changes: CallChanges, command: () => Promise<T>): Promise<T> {
    await this.inTurn(() => this.begin());
    this.running += 1;
    try {
      return await command();
    } finally {
      this.running -= 1;
      await this.inTurn(() => this.end(changes));
    }
  }

  /** Takes note of what a tool wrote, so that it isn't taken for the change of a command that runs beside. */
  async wrote(path: string): Promise<void> {
    // The write may have come in the middle of the look at the tree, which then has the file as it was.
    await this.inTurn(async () => {
      const { before } = this;
      const name = before === undefined ? undefined : wayInto(before.repository.root, path)?.join('/');
      if (before === undefined || name === undefined) return;
      before.unclean.set(name, await this.keep(before.repository.root, name));
    });
  }

  dispose(): void {
    if (this.before !== undefined) void rm(this.before.index, { force: true }).catch(() => undefined);
    this.before = undefined;
  }

  /** While a command runs, the tree that another one began with is the right one. */
  private async begin(): Promise<void> {
    const { folder, trusted, environment, temporary } = this.options;
    if (this.running > 0 && this.before !== undefined) return;
    const since = Date.now() - clockTickMs;
    const known = this.before?.unclean;
    const index = this.before?.index ?? join(temporary, `${randomUUID()}.index`);
    this.before = undefined;
    if (!trusted()) return;
    const repository = await GitRepository.at(folder, environment());
    if (repository === undefined) return;
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const [head, paths] = await Promise.all([
      repository.head(),
      repository.unclean(),
      repository.saveIndex(index).catch(() => undefined),
    ]);
    const unclean = new Map<string, Kept>();
    for (const path of paths.slice(0, maxFiles)) {
      unclean.set(path, await this.keep(repository.root, path, known?.get(path)));
    }
    this.before = { repository, head, unclean, index, unlisted: Math.max(0, paths.length - maxFiles), since };
  }

  private async end(changes: CallChanges): Promise<void> {
    const { before } = this;
    if (before === undefined) return;
    const { repository, head, unclean } = before;
    const nowHead = await repository.head();
    const moved =
      head !== undefined && nowHead !== undefined && head !== nowHead
        ? await repository.changedBetween(head, nowHead)
        : [];
    const candidates = [...new Set([...unclean.keys(), ...(await repository.unclean()), ...moved])];
    let changed = 0;
    for (const path of candidates.slice(0, 2 * maxFiles)) {
      const known = unclean.get(path);
      const after = await this.keep(repository.root, path, known);
      const earlier = known?.state ?? (await this.cleanState(before, path));
      if (sameState(earlier, after.state)) continue;
      changed += 1;
      changes.add({
        path: join(repository.root, path),
        before: earlier,
        after: after.state,
        madeFolders:
          earlier.kind === 'absent' ? await foldersMadeSince(join(repository.root, path), before.since) : [],
      });
      unclean.set(path, after);
    }
    const missed = before.unlisted + Math.max(0, candidates.length - 2 * maxFiles);
    if (changed > 0) await changes.save(missed === 0 ? [] : [tooMany(missed)]);
  }

  /** Returns what was at a path that was clean before the command: what the commit has, or nothing. */
  private async cleanState({ repository, head, index }: Before, path: string): Promise<PathState> {
    const { blobs } = this.options;
    const file = head === undefined ? undefined : await repository.fileIn(head, path);
    if (head === undefined || file === undefined) return { kind: 'absent' };
    if (file.kind === 'submodule') return { kind: 'unkept', why: 'special' };
    if (file.kind === 'link') return { kind: 'link', target: await repository.linkTarget(head, path) };
    const content = await repository.cleanContent(head, path, index);
    if (content === undefined) return { kind: 'unkept', why: 'unreadable' };
    if (content.byteLength > blobs.limits.maxFileBytes) return { kind: 'unkept', why: 'too-large' };
    const hash = await blobs.keep(content);
    const mode = await newFileMode(index, file.executable);
    return { kind: 'file', hash, size: content.byteLength, mode };
  }

  private async keep(root: string, path: string, known?: Kept): Promise<Kept> {
    const file = join(root, path);
    const stamp = await stampOf(file);
    if (known !== undefined && stamp !== '' && stamp === known.stamp) return known;
    const state = await keepState(file, this.options.blobs).catch((): PathState => ({
      kind: 'unkept',
      why: 'unreadable',
    }));
    return { state, stamp };
  }

  private async inTurn(look: () => Promise<void>): Promise<void> {
    const turn = this.last.then(look).catch((error: unknown) => {
      this.options.log.warn(`changes of a command: not covered, ${messageOf(error)}`);
    });
    this.last = turn;
    await turn;
  }
}

/** Returns the mode of a file that Git checks out: the user's own bits, as Git's index has them. */
async function newFileMode(index: string, executable: boolean): Promise<number> {
  const stats = await lstat(index).catch(() => undefined);
  const mode = (stats?.mode ?? 0o644) & 0o666;
  return executable ? mode | ((mode & 0o444) >> 2) : mode;
}

/** A file whose stamp is unchanged has the same content: the time of the last status change can't be set by programs. */
async function stampOf(file: string): Promise<string> {
  const stats = await lstat(file, { bigint: true }).catch(() => undefined);
  return stats === undefined
    ? ''
    : [stats.size, stats.mtimeNs, stats.ctimeNs, stats.ino, stats.mode].join(' ');
}

function tooMany(count: number): string {
  return plural(count, {
    one: l10n.t('1 file is not covered, because too many files have changed.'),
    other: l10n.t('{count} files are not covered, because too many files have changed.', {
      count: formatNumber(count),
    }),
  });
}
