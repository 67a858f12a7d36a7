import * as vscode from 'vscode';
import { plural } from '../../../protocol/text/plural';
import type { AttentionState } from '../../core/attention/attention';

/** Status bar item, visible while pi works or needs an answer. */
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
      this.item.text = `$(comment-unresolved) ${questions(waiting)}`;
      this.item.tooltip = vscode.l10n.t('pi needs your answer. Click to respond.');
      this.item.command = 'enso.answerQuestion';
      this.item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    } else {
      this.item.text = `$(loading~spin) ${busy === 1 ? 'Enso' : vscode.l10n.t('Enso: {count} threads', { count: busy })}`;
      this.item.tooltip = vscode.l10n.t('pi is working. Click to stop.');
      this.item.command = 'enso.stop';
      this.item.backgroundColor = undefined;
    }
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}

function questions(count: number): string {
  return plural(count, {
    one: vscode.l10n.t('Enso: 1 question'),
    other: vscode.l10n.t('Enso: {count} questions', { count }),
  });
}
