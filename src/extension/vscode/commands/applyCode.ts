import * as vscode from 'vscode';
import { showInfo } from '../notifications';

const scheme = 'enso-apply';
const proposals = new Map<string, string>();
let count = 0;

/** Serves the text of files as they would be with a block of code applied. */
export function registerProposals(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => proposals.get(query) ?? '',
  });
}

/** Returns the editor that a command from a panel is about: a panel in an editor tab is no text editor. */
export function lastEditor(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.find(isFile);
}

const isFile = ({ document }: vscode.TextEditor): boolean =>
  document.uri.scheme === 'file' || document.uri.scheme === 'untitled';

/** Shows a block of code in place of the selection, or of the whole file, as a diff, and applies the code on request. */
export async function applyToFile(text: string): Promise<void> {
  const target = await chooseTarget();
  if (target === undefined) return;
  const { document, range } = target;
  const before = document.getText();
  const start = document.offsetAt(range.start);
  const after = before.slice(0, start) + text + before.slice(document.offsetAt(range.end));
  const key = String(++count);
  proposals.set(key, after);
  const { version } = document;
  const file = vscode.workspace.asRelativePath(document.uri);
  try {
    const proposed = vscode.Uri.from({ scheme, path: document.uri.path, query: key });
    await vscode.commands.executeCommand(
      'vscode.diff',
      document.uri,
      proposed,
      vscode.l10n.t('{file} (with the code)', { file }),
      { preview: true },
    );
    const apply = vscode.l10n.t('Apply');
    const choice = await showInfo(
      vscode.l10n.t('Apply the code to {file}?', { file }),
      apply,
      vscode.l10n.t('Discard'),
    );
    if (choice !== apply) return;
    if (document.version !== version)
      throw new Error(vscode.l10n.t('{file} has changed since. Nothing was applied.', { file }));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, range, text);
    if (!(await vscode.workspace.applyEdit(edit)))
      throw new Error(vscode.l10n.t("Couldn't change the file."));
    await vscode.window.showTextDocument(document);
  } finally {
    proposals.delete(key);
  }
}

async function chooseTarget(): Promise<{ document: vscode.TextDocument; range: vscode.Range } | undefined> {
  const editor = lastEditor();
  const here = editor === undefined ? [] : [editorRow(editor)];
  const other = { label: vscode.l10n.t('Choose File…'), document: undefined, range: undefined };
  const row =
    here.length === 0
      ? other
      : await vscode.window.showQuickPick([...here, other], { title: vscode.l10n.t('Apply to File') });
  if (row === undefined) return undefined;
  if (row.document !== undefined) return { document: row.document, range: row.range };
  const [uri] = (await vscode.window.showOpenDialog({ canSelectMany: false })) ?? [];
  if (uri === undefined) return undefined;
  const document = await vscode.workspace.openTextDocument(uri);
  return { document, range: wholeOf(document) };
}

function editorRow({ document, selection }: vscode.TextEditor) {
  return {
    label: vscode.workspace.asRelativePath(document.uri),
    description: selection.isEmpty ? vscode.l10n.t('whole file') : vscode.l10n.t('selection'),
    document,
    range: selection.isEmpty ? wholeOf(document) : selection,
  };
}

function wholeOf(document: vscode.TextDocument): vscode.Range {
  return new vscode.Range(new vscode.Position(0, 0), document.positionAt(document.getText().length));
}
