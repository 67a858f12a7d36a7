import * as vscode from 'vscode';
import { Deferred } from '../../base/deferred';

/**
 * One notification while a question waits that no visible panel shows. It is a progress notification because that is
 * the only kind which an extension can close again; no word of the question is in it, since notifications read links.
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
        title: 'pi waits for your answer. [Answer](command:enso.answerQuestion)',
      },
      () => open.promise,
    );
  }

  dispose(): void {
    this.open?.resolve();
    this.open = undefined;
  }
}
