import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { PathState } from '../../changes/changeRecord';
import { ChangeDocuments } from './changeDocuments';

/** Two states of one path. */
export interface ComparedPath {
  /** Absolute. */
  readonly path: string;
  /** As the user knows the path. */
  readonly shown: string;
  readonly before: PathState;
  readonly after: PathState;
}

/** Opens one path in the diff editor, read-only. */
export async function openDiff({ shown, before, after }: ComparedPath): Promise<void> {
  const side = (state: PathState): vscode.Uri =>
    ChangeDocuments.uriOf(state, shown) ?? ChangeDocuments.emptyUri(shown);
  const title = vscode.l10n.t({
    message: '{file} (Before ↔ After)',
    args: { file: basename(shown) },
    comment: ['The title of a diff editor: a file before and after a change.'],
  });
  await vscode.commands.executeCommand('vscode.diff', side(before), side(after), title, { preview: true });
}

/** Opens several paths in the multi-diff editor, read-only. */
export async function openMultiDiff(title: string, paths: readonly ComparedPath[]): Promise<void> {
  await showMultiDiff(title, paths, ({ before, shown }) => ChangeDocuments.uriOf(before, shown));
}

/**
 * Opens what is at several paths now, against the state after. What is there now isn't stored, and may be unsaved text of an
 * editor, so the files themselves are shown.
 */
export async function openLiveMultiDiff(
  title: string,
  paths: readonly (Omit<ComparedPath, 'before'> & { readonly current: PathState })[],
): Promise<void> {
  await showMultiDiff(title, paths, ({ current, path, shown }) =>
    current.kind === 'file' ? vscode.Uri.file(path) : ChangeDocuments.uriOf(current, shown),
  );
}

async function showMultiDiff<Path extends Omit<ComparedPath, 'before'>>(
  title: string,
  paths: readonly Path[],
  before: (path: Path) => vscode.Uri | undefined,
): Promise<void> {
  const resources = paths.map((path) => [
    vscode.Uri.file(path.path),
    before(path),
    ChangeDocuments.uriOf(path.after, path.shown),
  ]);
  await vscode.commands.executeCommand('vscode.changes', title, resources);
}
