import { mapParallel } from '../base/parallel';
import { sameState, type ChangeRecord, type PathChange, type PathState } from './changeRecord';

/** Files that are read or written at a time. */
export const maxParallel = 16;

/** What an undo does to one path. */
export interface UndoStep {
  readonly path: string;
  readonly shown: string;
  /** What is there now. */
  readonly current: PathState;
  /** What the undo brings back. */
  readonly target: PathState;
  readonly madeFolders: readonly string[];
  /**
   * `safe`: the path is as the changes left it. `changed`: something else has changed it since, which the undo would lose.
   * `same`: the path is already as it was before. `lost`: the earlier content isn't kept.
   */
  readonly verdict: 'safe' | 'changed' | 'same' | 'lost';
}

/** What is known about paths now. */
export interface PresentStates {
  readonly current: (path: string) => Promise<PathState>;
  readonly isStored: (hash: string) => Promise<boolean>;
  /** Whether an editor has unsaved changes of a file. */
  readonly isUnsaved: (path: string) => Promise<boolean>;
}

/**
 * Returns what brings all paths back to the state before the changes. Changes nothing.
 * @param records oldest first
 */
export async function planUndo(
  records: readonly ChangeRecord[],
  present: PresentStates,
): Promise<readonly UndoStep[]> {
  const steps = await mapParallel([...changesByPath(records).values()], maxParallel, async (changes) => {
    const [first] = changes;
    const last = changes.at(-1);
    if (first === undefined || last === undefined) return [];
    const current = await present.current(first.path);
    const target = withMode(first.before, last.after, current);
    const verdict = await verdictOf(changes, current, target, present);
    const { path, shown, madeFolders } = first;
    return [{ path, shown, current, target, madeFolders, verdict }];
  });
  return steps.flat();
}

function changesByPath(records: readonly ChangeRecord[]): ReadonlyMap<string, readonly PathChange[]> {
  const byPath = new Map<string, PathChange[]>();
  for (const change of records.flatMap(({ paths }) => paths)) {
    const known = byPath.get(change.path);
    if (known === undefined) byPath.set(change.path, [change]);
    else known.push(change);
  }
  return byPath;
}

async function verdictOf(
  changes: readonly PathChange[],
  current: PathState,
  target: PathState,
  { isStored, isUnsaved }: PresentStates,
): Promise<UndoStep['verdict']> {
  const path = changes[0]?.path ?? '';
  if (sameState(current, target)) return (await isUnsaved(path)) ? 'changed' : 'same';
  if (target.kind === 'unkept') return 'lost';
  if (target.kind === 'file' && !(await isStored(target.hash))) return 'lost';
  // Between two of the changes, something else may have written the file.
  const isContinuous = changes.every(
    ({ before }, at) => at === 0 || sameState(before, changes[at - 1]?.after ?? before),
  );
  const last = changes.at(-1)?.after;
  const isAsLeft = last !== undefined && sameState(current, last);
  return isContinuous && isAsLeft && !(await isUnsaved(path)) ? 'safe' : 'changed';
}

/** Returns the target with the mode that the file has now, unless the changes themselves changed the mode. */
function withMode(before: PathState, after: PathState, current: PathState): PathState {
  if (before.kind !== 'file' || after.kind !== 'file' || current.kind !== 'file') return before;
  return before.mode === after.mode ? { ...before, mode: current.mode } : before;
}
