import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as vscode from 'vscode';

/**
 * Opens a file that a model or tool named. Outside the workspace, the user confirms first.
 * @throws an error whose message is shown to the user when the file doesn't exist
 */
export async function openFile(folder: string, name: string, line: number | undefined): Promise<void> {
  const path = await existing(candidates(folder, name));
  if (path === undefined) throw new Error(vscode.l10n.t("Couldn't find “{file}”.", { file: name }));
  const uri = vscode.Uri.file(path);
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined && !isInside(folder, path)) {
    const open = vscode.l10n.t('Open');
    const choice = await vscode.window.showWarningMessage(
      vscode.l10n.t('This file is outside the workspace.'),
      { modal: true, detail: path },
      open,
    );
    if (choice !== open) return;
  }
  const at = line === undefined ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.window.showTextDocument(uri, {
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

/** Returns the literal path before the decoded one: a file may really be named `100%.md`. */
function candidates(folder: string, name: string): readonly string[] {
  const at = (path: string): string =>
    path.startsWith('~/') ? join(homedir(), path.slice(2)) : isAbsolute(path) ? path : resolve(folder, path);
  if (name.startsWith('file:')) return fromUrl(name);
  const decoded = decode(name);
  return decoded === undefined || decoded === name ? [at(name)] : [at(name), at(decoded)];
}

function fromUrl(url: string): readonly string[] {
  try {
    return [fileURLToPath(url)];
  } catch {
    return [];
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

async function existing(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() === true) return path;
  }
  return undefined;
}

function isInside(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner !== '' && !inner.startsWith('..') && !isAbsolute(inner);
}
