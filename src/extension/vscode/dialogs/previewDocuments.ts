import * as vscode from 'vscode';
import type { DialogRequest } from '../../../protocol/dialog';
import { wholeText } from '../../../protocol/questionText';
import { visibleText } from '../../../protocol/text/hiddenCharacters';

const scheme = 'enso-question';

/** Previews of questions as read-only documents. Forgets a document once it is closed. */
export class PreviewDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registrations = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === scheme) this.texts.delete(uri.path);
    }),
  );

  /** Opens everything that a question shows; the question keeps the focus. */
  async show(request: DialogRequest): Promise<void> {
    const format = request.kind === 'select' ? request.preview?.format : undefined;
    // The extension selects the language mode.
    const name =
      format === 'diff'
        ? `${vscode.l10n.t('Changes')}.diff`
        : `${format === 'text' ? vscode.l10n.t('Command') : vscode.l10n.t('Question')}.txt`;
    const uri = vscode.Uri.from({ scheme, path: `/${request.id}/${name}` });
    this.texts.set(uri.path, visibleText(wholeText(request)));
    await vscode.window.showTextDocument(uri, { preview: true, preserveFocus: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  dispose(): void {
    this.registrations.dispose();
  }
}
