import type { NextStep } from '../../protocol/item';

export const nextStepLabels: Readonly<Record<NextStep, string>> = {
  'choose-model': 'Choose Model',
  'set-key': 'Set API Key',
  'show-log': 'Show Log',
  retry: 'Try Again',
  'new-thread': 'New Thread',
  compact: 'Compact',
  'send-queued': 'Send Queued',
  'trust-workspace': 'Trust Workspace',
  'end-process': 'End It',
  'end-processes': 'End Them',
};
