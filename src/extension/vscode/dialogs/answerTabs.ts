import * as vscode from 'vscode';

export function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** The tab that holds a document, in whichever group. */
export function tabOf(uri: vscode.Uri): vscode.Tab | undefined {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .find(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}

/** Closes a document whose question is over. It is saved first, since VS Code asks about a tab with unsaved text. */
export async function closeTab(uri: vscode.Uri): Promise<void> {
  const document = documentOf(uri);
  if (document?.isDirty === true) await document.save();
  const tab = tabOf(uri);
  if (tab !== undefined) await vscode.window.tabGroups.close(tab, true);
}
