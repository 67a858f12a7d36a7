import * as vscode from 'vscode';
import { answerText, outcomeText } from '../../../protocol/dialogOutcome';
import { plainText } from '../../../protocol/text/ansiText';
import { truncate } from '../../../protocol/text/truncate';
import type { DialogFeedback } from '../../core/attention/nativeDialogs';
import { plain } from '../quickPicks';

/** Milliseconds for which it can be read. */
const readable = 10_000;

/**
 * What becomes of a question while its native surface is open. A refusal needs the person; that somebody else was first
 * only explains why the surface has gone, so it stands in the status bar for a while.
 */
export const dialogFeedback: DialogFeedback = {
  refused(why) {
    // A notification reads links; these characters make them.
    void vscode.window.showWarningMessage(`Enso: ${why.replace(/[[\]()]/g, ' ')}`);
  },
  ended({ title }, ending) {
    const answer = ending.answer === undefined ? '' : ` — ${oneLine(answerText(ending.answer)) || '(empty)'}`;
    vscode.window.setStatusBarMessage(
      `$(comment) ${oneLine(title)}${answer} · ${outcomeText(ending)}`,
      readable,
    );
  },
};

function oneLine(text: string): string {
  return plain(truncate(plainText(text).trim(), 60));
}
