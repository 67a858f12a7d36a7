import * as vscode from 'vscode';
import type { Preview } from '../../../protocol/dialog';
import type { DialogId } from '../../../protocol/ids';
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

  /** Opens a preview; the question keeps the focus. */
  async show(id: DialogId, { format, text, path, notes = [] }: Preview): Promise<void> {
    // The extension selects the language mode.
    const name = format === 'diff' ? `${vscode.l10n.t('Changes')}.diff` : `${vscode.l10n.t('Command')}.txt`;
    const uri = vscode.Uri.from({ scheme, path: `/${id}/${name}` });
    const parts = [path, text, ...notes].filter((part) => part !== undefined);
    this.texts.set(uri.path, visibleText(parts.join('\n\n')));
    await vscode.window.showTextDocument(uri, { preview: true, preserveFocus: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  dispose(): void {
    this.registrations.dispose();
  }
}
