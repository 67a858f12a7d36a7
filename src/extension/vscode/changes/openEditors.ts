import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { UnsavedEditors } from '../../core/ports/editors';
import { savesUnsavedFiles } from '../storage/settings';

/** The editors of this window as the core's port. */
export const unsavedEditors: UnsavedEditors = {
  textOf: async (path) => (await documentOf(path))?.getText(),
  files: () => Promise.all(unsaved().map(pathOf)),
  save: async (path) => {
    const document = await documentOf(path);
    if (document !== undefined && !(await document.save()))
      throw new Error(vscode.l10n.t("Couldn't save “{file}”.", { file: path }));
  },
  get savesFirst() {
    return savesUnsavedFiles();
  },
};

/** Returns the documents with unsaved changes of these files. */
export async function unsavedDocuments(paths: ReadonlySet<string>): Promise<readonly vscode.TextDocument[]> {
  const found = await Promise.all(
    unsaved().map(async (document) => (paths.has(await pathOf(document)) ? [document] : [])),
  );
  return found.flat();
}

function unsaved(): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
}

async function documentOf(path: string): Promise<vscode.TextDocument | undefined> {
  for (const document of unsaved()) if ((await pathOf(document)) === path) return document;
  return undefined;
}

/** Returns a document's path with its links resolved; as it is when the file is gone. */
function pathOf({ uri }: vscode.TextDocument): Promise<string> {
  return realpath(uri.fsPath).catch(() => uri.fsPath);
}
