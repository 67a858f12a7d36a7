import * as vscode from 'vscode';
import type { ItemId, ThreadId } from '../../../protocol/ids';
import { formatList, formatNumber, plural } from '../../../protocol/text/plural';
import { messageOf } from '../../base/errors';
import type { Undo, UndoPlan, UndoResult } from '../../changes/undo';
import type { UndoStep } from '../../changes/undoPlan';
import type { Thread } from '../../core/thread/thread';
import type { ThreadRegistry } from '../../core/threadRegistry';
import { openLiveMultiDiff } from './changeEditors';
import { unsavedDocuments } from './openEditors';
import { changeIds, changeIdsSince } from './reviewChanges';
import { confirm, showInfo, showWarning } from '../notifications';

export interface UndoRequest {
  readonly threadId: ThreadId;
  readonly itemId: ItemId;
  readonly kind: 'undo' | 'redo';
  /** Also everything after the item. */
  readonly since: boolean;
}

export interface UndoDeps {
  readonly registry: ThreadRegistry;
  readonly undo: Undo;
}

/** Files that a message lists. */
const maxListed = 10;

/** Undoes or redoes what a call or prompt changed, after the questions that this takes. Rejects with an error for the user. */
export async function undoChanges(deps: UndoDeps, request: UndoRequest): Promise<void> {
  const { registry, undo } = deps;
  const thread = await registry.acquire(request.threadId);
  if (!(await stopFirst(deps, thread, request.kind))) return;
  const { items } = thread.feed.state;
  const ids = request.since
    ? changeIdsSince(items, request.itemId)
    : changeIds(items.find(({ id }) => id === request.itemId));
  const plan =
    request.kind === 'undo'
      ? await undo.planUndo(request.threadId, ids)
      : await undo.planRedo(request.threadId, ids);
  if (plan.records.length === 0) throw new Error(nothingToDo(plan));
  const overwrite = await accepted(plan);
  if (overwrite === undefined) return;
  // The user may have given pi more work during the question.
  if (!(await stopFirst(deps, thread, request.kind))) return;
  const unsaved = await unsavedDocuments(overwrite);
  const result = await undo.perform(plan, overwrite);
  await updateEditors(unsaved);
  thread.feed.publish({ type: 'changes-undone', ids: await undo.undone(request.threadId) });
  report(plan, result);
}

/** Returns why a plan is empty: everything is undone already, or the records are too old. */
function nothingToDo({ kind, pruned }: UndoPlan): string {
  if (pruned > 0) return vscode.l10n.t('Enso no longer keeps these changes.');
  return kind === 'undo' ? vscode.l10n.t('No changes to undo.') : vscode.l10n.t('No changes to redo.');
}

/** Returns false if the user doesn't want to stop the run for this. An undo never mixes with a run. */
async function stopFirst(
  { registry }: UndoDeps,
  thread: Thread,
  kind: UndoRequest['kind'],
): Promise<boolean> {
  if (!thread.busy) return true;
  const stop = kind === 'undo' ? vscode.l10n.t('Stop and Undo') : vscode.l10n.t('Stop and Redo');
  const choice = await confirm(
    vscode.l10n.t('pi is still working in this thread.'),
    vscode.l10n.t('Files can be restored once pi has stopped.'),
    stop,
  );
  if (choice !== stop) return false;
  void thread.stop(undefined, { panelId: undefined, name: 'undo' });
  await idle(registry, thread);
  return true;
}

function idle(registry: ThreadRegistry, thread: Thread): Promise<void> {
  if (!thread.busy) return Promise.resolve();
  return new Promise((resolve) => {
    const listener = registry.onDidChange((changed) => {
      if (changed !== thread || thread.busy) return;
      listener.dispose();
      resolve();
    });
  });
}

/** Returns the paths whose later changes the user gives up; nothing if the user cancels. */
async function accepted(plan: UndoPlan): Promise<ReadonlySet<string> | undefined> {
  const changed = plan.steps.filter(({ verdict }) => verdict === 'changed');
  if (changed.length === 0) return new Set();
  const hasOthers = plan.steps.some(({ verdict }) => verdict === 'safe');
  const overwrite = vscode.l10n.t('Overwrite');
  const skip = vscode.l10n.t('Skip These Files');
  const show = vscode.l10n.t('Show Changes');
  const actions = [overwrite, ...(hasOthers ? [skip] : [])];
  const message = plural(changed.length, {
    one: vscode.l10n.t('1 file has changed since. These changes would be lost.'),
    other: vscode.l10n.t('{count} files have changed since. These changes would be lost.', {
      count: formatNumber(changed.length),
    }),
  });
  const detail = listOf(changed);
  let choice = await confirm(message, detail, ...actions, show);
  if (choice === show) {
    await openLiveMultiDiff(
      vscode.l10n.t('Changes That Would Be Lost'),
      changed.map(({ path, shown, current, target }) => ({ path, shown, current, after: target })),
    );
    // A modal message would cover the changes.
    choice = await showWarning(message, ...actions);
  }
  if (choice === overwrite) return new Set(changed.map(({ path }) => path));
  return choice === skip ? new Set() : undefined;
}

function listOf(steps: readonly UndoStep[]): string {
  const names = steps.slice(0, maxListed).map(({ shown }) => shown);
  const more = steps.length - names.length;
  return (
    more === 0
      ? names
      : [
          ...names,
          plural(more, {
            one: vscode.l10n.t('… and 1 more file'),
            other: vscode.l10n.t('… and {count} more files', { count: formatNumber(more) }),
          }),
        ]
  ).join('\n');
}

/** Gives editors the restored content. Undo in the editor brings the unsaved text back. */
async function updateEditors(documents: readonly vscode.TextDocument[]): Promise<void> {
  for (const document of documents) {
    const bytes = await vscode.workspace.fs.readFile(document.uri).then(
      (content) => content,
      () => undefined,
    );
    if (bytes === undefined) continue;
    const edit = new vscode.WorkspaceEdit();
    const end = document.lineAt(document.lineCount - 1).range.end;
    edit.replace(
      document.uri,
      new vscode.Range(new vscode.Position(0, 0), end),
      Buffer.from(bytes).toString('utf8'),
    );
    await vscode.workspace.applyEdit(edit);
  }
}

/** Says what wasn't restored, and what an undo doesn't cover. Success alone shows in the panel. */
function report(plan: UndoPlan, { failed }: UndoResult): void {
  const lost = plan.steps.filter(({ verdict }) => verdict === 'lost');
  const problems = [
    ...failed.map(({ shown, error }) =>
      vscode.l10n.t("Couldn't restore {file}. {problem}", { file: shown, problem: messageOf(error) }),
    ),
    ...(lost.length === 0
      ? []
      : [
          vscode.l10n.t("Couldn't restore {files}: Enso doesn't keep the earlier content.", {
            files: formatList(lost.slice(0, maxListed).map(({ shown }) => shown)),
          }),
        ]),
    ...(plan.pruned === 0 ? [] : [vscode.l10n.t('Some changes are too old: Enso no longer keeps them.')]),
    ...plan.records.flatMap(({ uncovered }) => uncovered),
  ];
  if (problems.length > 0) void showWarning(problems.slice(0, maxListed).join(' '));
  else if (plan.records.some(({ by }) => by === 'bash'))
    void showInfo(
      vscode.l10n.t(
        "Changes that commands made to ignored files, submodules, Git LFS files, or files outside the repository aren't covered.",
      ),
    );
}
