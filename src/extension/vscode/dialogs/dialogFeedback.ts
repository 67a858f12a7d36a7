import * as vscode from 'vscode';
import { answerText, outcomeText } from '../../../protocol/dialogOutcome';
import { plainText } from '../../../protocol/text/ansiText';
import { oneLine } from '../../../protocol/text/truncate';
import type { DialogFeedback } from '../../core/attention/nativeDialogs';
import { plain } from '../quickPicks';
import { emptyLabel } from './rows';
import { showWarning } from '../notifications';

/** Milliseconds for which the status bar shows an outcome. */
const statusMessageMs = 10_000;

const maxChars = 60;

/**
 * Feedback on a question whose Quick Pick or input box is open. A refused answer needs the user's attention; an outcome
 * only explains why the Quick Pick closed, so the status bar shows it for a while.
 */
export const dialogFeedback: DialogFeedback = {
  refused(why) {
    void showWarning(`Enso: ${why}`);
  },
  ended({ title }, ending) {
    const answer =
      ending.answer === undefined ? '' : ` — ${label(answerText(ending.answer)) || emptyLabel()}`;
    vscode.window.setStatusBarMessage(
      `$(comment) ${label(title)}${answer} · ${outcomeText(ending)}`,
      statusMessageMs,
    );
  },
};

function label(text: string): string {
  return plain(oneLine(plainText(text), maxChars));
}
