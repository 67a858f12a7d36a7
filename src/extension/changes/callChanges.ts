import * as l10n from '@vscode/l10n';
import { maxListedFiles, type CallChange, type FileChange } from '../../protocol/item';
import type { ThreadId } from '../../protocol/ids';
import { realTarget, shownPath } from '../base/paths';
import type { ChangeStore } from './changeStore';
import { sameState, type ChangeRecord, type PathChange, type PathState } from './changeRecord';
import { lineCounts } from './lineCounts';
import { keepState, missingFolders, stateAt } from './pathStates';

export interface CallChangesOptions {
  readonly store: ChangeStore;
  readonly threadId: ThreadId;
  /** The thread's working folder. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Asks whether a file may be changed although its content can't be kept. `why` is a sentence for the user. */
  readonly confirmUnkept: (path: string, why: string) => Promise<boolean>;
}

/** Texts above this size are counted as replaced lines by their size alone; in bytes. */
const maxCountedBytes = 4 * 1024 * 1024;

/** The changes that one tool call makes: keeps what was there before each of them. */
export class CallChanges {
  private readonly id: string;
  private readonly paths = new Map<string, PathChange>();

  constructor(
    private readonly options: CallChangesOptions,
    private readonly tool: string,
  ) {
    this.id = options.newId();
  }

  /**
   * Writes a file after its present content is stored.
   * @param write makes the change
   * Rejects when the user doesn't want a change that can't be undone, or with the error of `write`.
   */
  async write(path: string, content: string, write: () => Promise<void>): Promise<void> {
    const { store } = this.options;
    const target = await realTarget(path);
    const before = await this.keepBefore(target);
    const madeFolders = await missingFolders(target);
    const hash = await this.keepAfter(target, content);
    const mode = before.kind === 'file' ? before.mode : 0o644;
    const planned: PathState =
      hash === undefined
        ? { kind: 'unkept', why: 'too-large' }
        : { kind: 'file', hash, size: Buffer.byteLength(content), mode };
    const earlier = this.paths.get(target);
    if (earlier === undefined && sameState(before, planned)) return write();
    this.add({ path: target, before, after: planned, madeFolders });
    await this.save();
    try {
      await write();
    } catch (error) {
      if (earlier === undefined) this.paths.delete(target);
      else this.paths.set(target, earlier);
      await this.save();
      throw error;
    }
    const after = await stateAt(target, store.blobs.limits.maxFileBytes);
    if (after.kind !== 'file' || planned.kind !== 'file' || after.mode === planned.mode) return;
    this.add({ path: target, before, after: { ...planned, mode: after.mode }, madeFolders });
    await this.save();
  }

  /** Adds a change that was found out afterwards, such as one of a command. */
  add(change: Omit<PathChange, 'shown'>): void {
    const earlier = this.paths.get(change.path);
    const shown = shownPath(change.path, this.options.folder);
    this.paths.set(
      change.path,
      earlier === undefined
        ? { ...change, shown }
        : { ...change, shown, before: earlier.before, madeFolders: earlier.madeFolders },
    );
  }

  /** Saves the record of all changes so far. */
  async save(uncovered: readonly string[] = []): Promise<void> {
    const { store, threadId, now } = this.options;
    if (this.paths.size === 0) return store.remove(threadId, this.id);
    const record: ChangeRecord = {
      version: 1,
      id: this.id,
      at: now(),
      by: this.tool,
      paths: [...this.paths.values()],
      uncovered: [...uncovered],
    };
    await store.save(threadId, record);
  }

  /** Returns the change for the transcript, or nothing if the call changed nothing. */
  async summary(): Promise<CallChange | undefined> {
    const changed = [...this.paths.values()].filter(({ before, after }) => !sameState(before, after));
    if (changed.length === 0) return undefined;
    const files: FileChange[] = [];
    for (const change of changed.slice(0, maxListedFiles)) files.push(await this.fileChange(change));
    const more = changed.length - files.length;
    return { id: this.id, files, ...(more === 0 ? {} : { more }) };
  }

  private async fileChange({ shown, before, after }: PathChange): Promise<FileChange> {
    const kind = before.kind === 'absent' ? 'created' : after.kind === 'absent' ? 'deleted' : 'changed';
    const counts = lineCounts(await this.contentOf(before), await this.contentOf(after));
    return { path: shown, kind, ...counts };
  }

  private async contentOf(state: PathState): Promise<Buffer | undefined> {
    if (state.kind === 'link') return Buffer.from(state.target);
    if (state.kind !== 'file' || state.size > maxCountedBytes) return undefined;
    return this.options.store.blobs.read(state.hash).catch(() => undefined);
  }

  private async keepBefore(target: string): Promise<PathState> {
    const { store } = this.options;
    let state: PathState;
    try {
      state = await keepState(target, store.blobs);
    } catch {
      state = { kind: 'unkept', why: 'unreadable' };
    }
    if (state.kind === 'unkept') await this.confirm(target, reasonOf(state.why));
    return state;
  }

  /** The new content is needed for Redo and the diff; without it the change can still be undone. */
  private async keepAfter(target: string, content: string): Promise<string | undefined> {
    const { blobs } = this.options.store;
    const bytes = Buffer.from(content);
    if (bytes.byteLength > blobs.limits.maxFileBytes) {
      await this.confirm(target, reasonOf('too-large'));
      return undefined;
    }
    try {
      return await blobs.keep(bytes);
    } catch {
      await this.confirm(target, l10n.t("Enso couldn't store a copy of the file."));
      return undefined;
    }
  }

  private async confirm(target: string, why: string): Promise<void> {
    const { folder, confirmUnkept } = this.options;
    if (await confirmUnkept(shownPath(target, folder), why)) return;
    throw new Error("The user denied this, because the change can't be undone. It was skipped.");
  }
}

function reasonOf(why: Extract<PathState, { kind: 'unkept' }>['why']): string {
  switch (why) {
    case 'too-large':
      return l10n.t('The file is too large for Enso to keep a copy.');
    case 'unreadable':
      return l10n.t("Enso couldn't store a copy of the file.");
    case 'special':
      return l10n.t("This isn't a regular file, so Enso can't keep a copy.");
  }
}
