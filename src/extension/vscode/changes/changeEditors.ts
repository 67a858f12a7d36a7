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
  const resources = paths.map(({ path, shown, before, after }) => [
    vscode.Uri.file(path),
    ChangeDocuments.uriOf(before, shown),
    ChangeDocuments.uriOf(after, shown),
  ]);
  await vscode.commands.executeCommand('vscode.changes', title, resources);
}
