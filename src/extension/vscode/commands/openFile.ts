import * as vscode from 'vscode';
import { findNamedFile } from './namedFile';
import { confirm } from '../notifications';

/**
 * Opens a file that a model or tool named. Outside the workspace, the user confirms first.
 * @throws an error whose message is shown to the user when the file doesn't exist
 */
export async function openFile(folder: string, name: string, line: number | undefined): Promise<void> {
  const others = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const file = await findNamedFile(name, [folder, ...others.map(({ uri }) => uri.fsPath)]);
  if (file === undefined) throw new Error(vscode.l10n.t("Couldn't find “{file}”.", { file: name }));
  const { path, target, inside } = file;
  if (!inside) {
    const open = vscode.l10n.t('Open');
    const choice = await confirm(vscode.l10n.t('This file is outside the workspace.'), target, open);
    if (choice !== open) return;
  }
  const at = line === undefined ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  // A link that leads out of the workspace opens as the file that the user confirmed.
  await vscode.window.showTextDocument(vscode.Uri.file(inside ? path : target), {
    preview: true,
    ...(at === undefined ? {} : { selection: at }),
  });
}

/** Opens a web or email link; VS Code asks for confirmation. */
export async function openLink(href: string): Promise<void> {
  const uri = vscode.Uri.parse(href, true);
  if (!['http', 'https', 'mailto'].includes(uri.scheme))
    throw new Error(vscode.l10n.t('Only web and email links can be opened.'));
  await vscode.env.openExternal(uri);
}
