import type { DialogAnswer, DialogEnding, DialogOutcome, Surface } from './dialog';

const places: Readonly<Record<Surface, string>> = {
  card: 'in a chat',
  'quick-pick': 'in Quick Pick',
  'input-box': 'in Input Box',
  'editor-tab': 'in an editor',
};

const endings: Readonly<Record<DialogOutcome, string>> = {
  answered: 'answered',
  cancelled: 'cancelled',
  'timed-out': 'timed out',
  signalled: 'withdrawn by whoever asked',
  aborted: 'stopped',
  disposed: 'ended with its thread',
};

/** How a question ended and, of an answer, where: `answered in Quick Pick`, `timed out`. */
export function outcomeText({ outcome, from }: DialogEnding): string {
  return outcome === 'answered' ? `${endings[outcome]} ${places[from ?? 'card']}` : endings[outcome];
}

/** What was answered, on as many lines as the person wrote. */
export function answerText(answer: DialogAnswer): string {
  if ('confirmed' in answer) return answer.confirmed ? 'Yes' : 'No';
  if ('value' in answer) return answer.value;
  return answer.answers
    .map(({ chosen, other }) =>
      [...chosen, ...(other === undefined || other === '' ? [] : [other])].join(', '),
    )
    .join('; ');
}
