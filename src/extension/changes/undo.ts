import type { ThreadId } from '../../protocol/ids';
import { mapParallel } from '../base/parallel';
import type { ChangeRecord, PathState } from './changeRecord';
import type { ChangeStore } from './changeStore';
import { keepState, missingFolders, removeEmptyFolders, restoreState, stateAt } from './pathStates';
import { maxParallel, planUndo, type UndoStep } from './undoPlan';

export interface UndoOptions {
  readonly store: ChangeStore;
  readonly now: () => number;
  readonly newId: () => string;
  /** Whether an editor has unsaved changes of a file. */
  readonly isUnsaved: (path: string) => Promise<boolean>;
}

/** A plan of an undo or redo, to be confirmed and performed. */
export interface UndoPlan {
  readonly threadId: ThreadId;
  readonly kind: 'undo' | 'redo';
  readonly steps: readonly UndoStep[];
  /** The changes that the undo takes back; for a redo, those that the reverted operations made. Oldest first. */
  readonly records: readonly ChangeRecord[];
  /** The number of changes whose records are no longer kept. */
  readonly pruned: number;
}

export interface UndoResult {
  readonly restored: number;
  /** Paths that couldn't be written, as the user knows them, with the error. */
  readonly failed: readonly { readonly shown: string; readonly error: unknown }[];
}

/** Undoes the changes of tool calls and reverts such undos. Each operation is itself kept, so nothing is lost by it. */
export class Undo {
  constructor(private readonly options: UndoOptions) {}

  /** Returns the ids of the changes of a thread that are undone now. */
  async undone(threadId: ThreadId): Promise<readonly string[]> {
    const operations = await this.options.store.operations(threadId);
    return [...new Set(operations.flatMap(({ undid }) => undid))];
  }

  /** @param ids the changes to undo, oldest first; those that are undone already are left out */
  async planUndo(threadId: ThreadId, ids: readonly string[]): Promise<UndoPlan> {
    const undone = new Set(await this.undone(threadId));
    const wanted = ids.filter((id) => !undone.has(id));
    return this.plan(threadId, 'undo', wanted);
  }

  /** @param ids changes; the undo operations that undid any of them are reverted as a whole */
  async planRedo(threadId: ThreadId, ids: readonly string[]): Promise<UndoPlan> {
    const operations = await this.options.store.operations(threadId);
    const reverted = operations.filter(({ undid }) => undid.some((id) => ids.includes(id)));
    return this.plan(
      threadId,
      'redo',
      reverted.map(({ id }) => id),
    );
  }

  /**
   * Performs a plan: the safe steps, and those where the user accepts the loss.
   * @param overwrite paths that may be overwritten although something else has changed them
   */
  async perform(plan: UndoPlan, overwrite: ReadonlySet<string>): Promise<UndoResult> {
    const { store, now, newId } = this.options;
    const steps = plan.steps.filter(
      ({ verdict, path }) => verdict === 'safe' || (verdict === 'changed' && overwrite.has(path)),
    );
    const record: ChangeRecord = {
      version: 1,
      id: newId(),
      at: now(),
      by: plan.kind,
      paths: [],
      uncovered: [],
    };
    const failed: { shown: string; error: unknown }[] = [];
    // Everything is stored before the first file changes, so that a Redo is possible after any end of the process.
    const kept = await mapParallel(steps, maxParallel, async (step) => {
      const { path, shown, target } = step;
      try {
        const before = await keepState(path, store.blobs);
        record.paths.push({ path, shown, before, after: target, madeFolders: await missingFolders(path) });
        return [step];
      } catch (error) {
        failed.push({ shown, error });
        return [];
      }
    });
    await this.save(plan, record);
    const emptied = new Set<string>();
    await mapParallel(kept.flat(), maxParallel, async ({ path, shown, target, madeFolders }) => {
      try {
        await restoreState(path, target, store.blobs);
        if (target.kind === 'absent') for (const folder of madeFolders) emptied.add(folder);
      } catch (error) {
        record.paths = record.paths.filter((change) => change.path !== path);
        failed.push({ shown, error });
      }
    });
    await removeEmptyFolders([...emptied]);
    if (record.paths.length < kept.flat().length) await this.save(plan, record);
    return { restored: record.paths.length, failed };
  }

  /** Saves what an operation changes, and that the changes are undone or no longer undone. */
  private async save(plan: UndoPlan, record: ChangeRecord): Promise<void> {
    const { store } = this.options;
    if (record.paths.length > 0) await store.save(plan.threadId, record);
    else await store.remove(plan.threadId, record.id);
    const same = plan.steps.filter(({ verdict }) => verdict === 'same').map(({ path }) => path);
    await this.note(plan, record.id, new Set([...same, ...record.paths.map(({ path }) => path)]));
  }

  /** A change counts as undone as soon as one of its paths is. */
  private async note(plan: UndoPlan, id: string, settled: ReadonlySet<string>): Promise<void> {
    const { store } = this.options;
    const done = plan.records.filter(({ paths }) => paths.some(({ path }) => settled.has(path)));
    const ids = done.map((record) => record.id);
    const operations = (await store.operations(plan.threadId)).filter((operation) => operation.id !== id);
    const next =
      plan.kind === 'redo'
        ? operations.filter((operation) => !ids.includes(operation.id))
        : ids.length === 0
          ? operations
          : [...operations, { id, undid: ids }];
    await store.saveOperations(plan.threadId, next);
  }

  private async plan(threadId: ThreadId, kind: UndoPlan['kind'], ids: readonly string[]): Promise<UndoPlan> {
    const { store, isUnsaved } = this.options;
    const found = await mapParallel(ids, maxParallel, (id) => store.record(threadId, id));
    const records = found.filter((record) => record !== undefined);
    const steps = await planUndo(records, {
      current: (path): Promise<PathState> => stateAt(path),
      isStored: (hash) => store.blobs.has(hash),
      isUnsaved,
    });
    return { threadId, kind, steps, records, pruned: ids.length - records.length };
  }
}
