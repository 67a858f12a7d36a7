import * as l10n from '@vscode/l10n';
import type { DialogAnswer, DialogEnding, Surface } from './dialog';
import { formatList } from './text/plural';

/** Returns how a question ended and, for an answer, where it was given: `answered in Quick Pick`, `timed out`. */
export function outcomeText({ outcome, from }: DialogEnding): string {
  switch (outcome) {
    case 'answered':
      return answeredText(from ?? 'card');
    case 'cancelled':
      return l10n.t('cancelled');
    case 'timed-out':
      return l10n.t('timed out');
    case 'signalled':
      return l10n.t('withdrawn');
    case 'aborted':
      return l10n.t('stopped');
    case 'disposed':
      return l10n.t('thread closed');
  }
}

function answeredText(from: Surface): string {
  switch (from) {
    case 'card':
      return l10n.t('answered in chat');
    case 'quick-pick':
      return l10n.t('answered in Quick Pick');
    case 'input-box':
      return l10n.t('answered in input box');
    case 'editor-tab':
      return l10n.t('answered in editor');
  }
}

/** Returns the name of the place where a question can be answered. */
export function surfaceText(surface: Surface): string {
  switch (surface) {
    case 'card':
      return l10n.t('chat');
    case 'quick-pick':
      return l10n.t('Quick Pick');
    case 'input-box':
      return l10n.t('input box');
    case 'editor-tab':
      return l10n.t('editor');
  }
}

/** Returns the answer with the line breaks that the user typed. */
export function answerText(answer: DialogAnswer): string {
  if ('confirmed' in answer) return answer.confirmed ? l10n.t('Yes') : l10n.t('No');
  if ('value' in answer) return answer.value;
  return answer.answers
    .map(({ chosen, other }) => formatAnswers([...chosen, ...(other === undefined ? [] : [other])]))
    .join('; ');
}

function formatAnswers(answers: readonly string[]): string {
  return formatList(answers.filter((answer) => answer !== ''));
}
