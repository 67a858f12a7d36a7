import * as vscode from 'vscode';
import { Deferred } from '../../base/deferred';

/**
 * Notification about questions that no visible panel shows. Uses progress, the only kind of notification that an
 * extension can close. The question's text is left out because notifications render links.
 */
export class WaitingNotice implements vscode.Disposable {
  private open: Deferred | undefined;

  show(unseen: number): void {
    if (unseen === 0) {
      this.dispose();
      return;
    }
    if (this.open !== undefined) return;
    const open = new Deferred();
    this.open = open;
    void vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t({
          message: 'pi needs your answer. [Answer](command:enso.answerQuestion)',
          comment: ['Keep the part in parentheses: it is a link to a command'],
        }),
      },
      () => open.promise,
    );
  }

  dispose(): void {
    this.open?.resolve();
    this.open = undefined;
  }
}
