import type { DialogAnswer, DialogEnding, DialogOutcome, DialogSpec, Question } from '../../protocol/dialog';
import { truncate } from '../../protocol/text/truncate';
import { isRecord } from '../base/guards';

/** What a dialog leaves in the session file. */
export interface DialogRecord {
  readonly spec: DialogSpec;
  readonly ending: DialogEnding;
}

export const dialogEntryType = 'enso.dialog';

/** As much of a matter as a settled question shows; the call itself has the rest. */
const maxPreviewChars = 1000;

/** What is kept of a question: all of it, but a matter's beginning only. */
export function dialogRecord(spec: DialogSpec, ending: DialogEnding): DialogRecord {
  if (spec.kind !== 'select' || spec.preview === undefined || spec.preview.text.length <= maxPreviewChars) {
    return { spec, ending };
  }
  const text = truncate(spec.preview.text, maxPreviewChars);
  return { spec: { ...spec, preview: { ...spec.preview, text } }, ending };
}

type Data = Readonly<Record<string, unknown>>;

const outcomes: readonly DialogOutcome[] = [
  'answered',
  'cancelled',
  'timed-out',
  'signalled',
  'aborted',
  'disposed',
];

/** A question from a session file, or nothing when it is not as it was written: a card draws all of it. */
export function parseDialogRecord(data: unknown): DialogRecord | undefined {
  if (!isRecord(data) || !isRecord(data['spec']) || !isRecord(data['ending'])) return undefined;
  const spec = specIn(data['spec']);
  const ending = endingIn(data['ending']);
  return spec === undefined || ending === undefined ? undefined : { spec, ending };
}

function specIn(data: Data): DialogSpec | undefined {
  const { kind, title, askedBy, message, options, placeholder, prefill, questions } = data;
  // Files of Enso 0.1 have the preview under an older name.
  const preview = data['preview'] ?? data['matter'];
  if (!isText(title)) return undefined;
  const base = { title, ...(isText(askedBy) ? { askedBy } : {}) };
  switch (kind) {
    case 'confirm':
      return { ...base, kind, message: isText(message) ? message : '' };
    case 'select':
      if (!areTexts(options)) return undefined;
      return { ...base, kind, options, ...(isPreview(preview) ? { preview } : {}) };
    case 'input':
      return { ...base, kind, ...(isText(placeholder) ? { placeholder } : {}) };
    case 'editor':
      return { ...base, kind, ...(isText(prefill) ? { prefill } : {}) };
    case 'questionnaire':
      return Array.isArray(questions) && questions.every(isQuestion)
        ? { ...base, kind, questions }
        : undefined;
    default:
      return undefined;
  }
}

function endingIn({ outcome, answer, from }: Data): DialogEnding | undefined {
  const known = outcomes.find((each) => each === outcome);
  if (known === undefined || (known === 'answered' && !isAnswer(answer))) return undefined;
  const surface = (['card', 'quick-pick', 'input-box', 'editor-tab'] as const).find((each) => each === from);
  return {
    outcome: known,
    ...(isAnswer(answer) ? { answer } : {}),
    ...(surface === undefined ? {} : { from: surface }),
  };
}

function isPreview(value: unknown): value is NonNullable<Extract<DialogSpec, { kind: 'select' }>['preview']> {
  if (!isRecord(value)) return false;
  const { format, text, path, notes } = value;
  return (
    (format === 'text' || format === 'diff') &&
    isText(text) &&
    (path === undefined || isText(path)) &&
    (notes === undefined || areTexts(notes))
  );
}

function isQuestion(value: unknown): value is Question {
  if (!isRecord(value)) return false;
  const { id, text, options, many, other } = value;
  return (
    isText(id) && isText(text) && areTexts(options) && typeof many === 'boolean' && typeof other === 'boolean'
  );
}

function isAnswer(value: unknown): value is DialogAnswer {
  if (!isRecord(value)) return false;
  if (isText(value['value']) || typeof value['confirmed'] === 'boolean') return true;
  const { answers } = value;
  return Array.isArray(answers) && answers.every(isQuestionAnswer);
}

function isQuestionAnswer(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { id, chosen, other } = value;
  return isText(id) && areTexts(chosen) && (other === undefined || isText(other));
}

const isText = (value: unknown): value is string => typeof value === 'string';

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
