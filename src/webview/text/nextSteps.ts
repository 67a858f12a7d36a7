import * as l10n from '@vscode/l10n';
import type { NextStep } from '../../protocol/item';

/** Returns the label of the button for a next step. */
export function nextStepLabel(step: NextStep): string {
  switch (step) {
    case 'choose-model':
      return l10n.t('Choose Model');
    case 'set-key':
      return l10n.t('Set API Key');
    case 'show-log':
      return l10n.t('Show Log');
    case 'retry':
      return l10n.t('Try Again');
    case 'new-thread':
      return l10n.t('New Thread');
    case 'compact':
      return l10n.t('Compact Conversation');
    case 'send-queued':
      return l10n.t('Send Queued Messages');
    case 'trust-workspace':
      return l10n.t('Trust Workspace');
    case 'end-process':
      return l10n.t('End Process');
    case 'end-processes':
      return l10n.t('End Processes');
  }
}
