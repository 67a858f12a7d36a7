import * as l10n from '@vscode/l10n';
import { answerText, outcomeText, surfaceText } from '../../protocol/dialogOutcome';
import type { ApprovalDecision } from '../../protocol/dialog';
import type { CallQuestion } from '../../protocol/item';
import { oneLine } from '../../protocol/text/truncate';

/** Returns whether the call waits for an answer. */
export function isAsking(questions: readonly CallQuestion[]): boolean {
  return questions.some(({ ending }) => ending === undefined);
}

/**
 * Returns the mark for a call's questions: that the call waits, or each outcome with its place. Empty without
 * questions.
 */
export function questionMark(questions: readonly CallQuestion[]): string {
  const open = questions.find(({ ending }) => ending === undefined);
  if (open !== undefined) {
    return open.approval ? l10n.t('waiting for approval') : l10n.t('waiting for your answer');
  }
  const last = questions.at(-1);
  if (last?.ending === undefined) return '';
  const { from, outcome } = last.ending;
  const isElsewhere = from !== undefined && from !== 'card' && outcome === 'answered';
  return [resultText(last, questions.at(-2)), isElsewhere ? surfaceText(from) : '']
    .filter((part) => part !== '')
    .join(' · ');
}

function resultText(last: CallQuestion, before: CallQuestion | undefined): string {
  const { decision, ending } = last;
  if (decision !== undefined) return decisionText(decision);
  const answer = ending?.answer === undefined ? '' : oneLine(answerText(ending.answer));
  // The reason for a denial is a question of its own, which may stay unanswered.
  if (before?.decision === 'deny-with-reason') {
    return answer === '' ? l10n.t('denied') : l10n.t('denied: {reason}', { reason: answer });
  }
  if (answer !== '') return answer;
  return ending === undefined ? '' : outcomeText(ending);
}

function decisionText(decision: ApprovalDecision): string {
  switch (decision) {
    case 'allow-once':
      return l10n.t('allowed once');
    case 'allow-in-thread':
      return l10n.t('allowed in this thread');
    case 'always-allow':
      return l10n.t('always allowed');
    case 'deny':
    case 'deny-with-reason':
      return l10n.t('denied');
  }
}
