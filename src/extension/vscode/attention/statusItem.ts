import * as vscode from 'vscode';
import type { AttentionState } from '../../core/attention/attention';

/** The status bar item: there while something runs or waits, and it leads there. */
export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('enso.status', vscode.StatusBarAlignment.Left, 0);

  constructor() {
    this.item.name = 'Enso';
  }

  show({ busy, waiting }: AttentionState): void {
    if (busy === 0 && waiting === 0) {
      this.item.hide();
      return;
    }
    if (waiting > 0) {
      this.item.text = `$(comment-unresolved) Enso: ${waiting === 1 ? 'a question' : `${String(waiting)} questions`}`;
      this.item.tooltip = 'pi waits for your answer. Click to answer.';
      this.item.command = 'enso.answerQuestion';
      this.item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    } else {
      this.item.text = `$(loading~spin) Enso${busy === 1 ? '' : `: ${String(busy)} threads`}`;
      this.item.tooltip = 'pi is working. Click to stop.';
      this.item.command = 'enso.stop';
      this.item.backgroundColor = undefined;
    }
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}
