import * as z from 'zod';
import type { DialogEnding, DialogSpec } from '../../protocol/dialog';
import { truncate } from '../../protocol/text/truncate';
import { isRecord } from '../base/guards';

/** A settled dialog in the session file. */
export interface DialogRecord {
  readonly spec: DialogSpec;
  readonly ending: DialogEnding;
}

export const dialogEntryType = 'enso.dialog';

/** The characters of a preview that a settled dialog shows. The tool call has the rest. */
const maxPreviewChars = 1000;

/** Returns the record of a dialog: the whole question, with the beginning of its preview. */
export function dialogRecord(spec: DialogSpec, ending: DialogEnding): DialogRecord {
  if (spec.kind !== 'select' || spec.preview === undefined || spec.preview.text.length <= maxPreviewChars) {
    return { spec, ending };
  }
  const text = truncate(spec.preview.text, maxPreviewChars);
  return { spec: { ...spec, preview: { ...spec.preview, text } }, ending };
}

/** Returns the dialog of a record, or nothing if a card couldn't draw the dialog. */
export function parseDialogRecord(data: unknown): DialogRecord | undefined {
  return recordSchema.safeParse(data).data;
}

// A damaged optional field costs the field, a damaged required one the record. Records have no limits on length, unlike
// a panel's requests: an answer can come from an editor.
const text = z.string();
const texts = z.array(text);
const optionalText = text.optional().catch(undefined);

const preview = z.object({
  format: z.enum(['text', 'diff']),
  text,
  path: text.exactOptional(),
  notes: texts.exactOptional(),
  rule: z.object({ text, code: text.exactOptional() }).exactOptional(),
});

const question = z.object({ id: text, text, options: texts, many: z.boolean(), other: z.boolean() });

const decision = z.enum(['allow-once', 'allow-in-thread', 'always-allow', 'deny', 'deny-with-reason']);

const shared = { title: text, askedBy: optionalText, callId: optionalText };

const specSchema = z.discriminatedUnion('kind', [
  z.object({ ...shared, kind: z.literal('confirm'), message: text.catch('') }),
  z.object({
    ...shared,
    kind: z.literal('select'),
    options: texts,
    decisions: z.array(decision).optional().catch(undefined),
    preview: preview.optional().catch(undefined),
  }),
  z.object({ ...shared, kind: z.literal('input'), placeholder: optionalText }),
  z.object({ ...shared, kind: z.literal('editor'), prefill: optionalText }),
  z.object({ ...shared, kind: z.literal('questionnaire'), questions: z.array(question) }),
]);

const answer = z.union([
  z.object({ value: text }),
  z.object({ confirmed: z.boolean() }),
  z.object({ answers: z.array(z.object({ id: text, chosen: texts, other: text.exactOptional() })) }),
]);

const endingSchema = z
  .object({
    outcome: z.enum(['answered', 'cancelled', 'timed-out', 'signalled', 'aborted', 'disposed']),
    answer: answer.optional().catch(undefined),
    from: z.enum(['card', 'quick-pick', 'input-box', 'editor-tab']).optional().catch(undefined),
  })
  .refine(({ outcome, answer: given }) => outcome !== 'answered' || given !== undefined);

const recordSchema = z.object({
  spec: z.preprocess(withPreview, specSchema).transform(withoutUndefined),
  ending: endingSchema.transform(withoutUndefined),
});

/** Returns a spec with its preview under today's name. Enso 0.1 wrote `matter`. */
function withPreview(spec: unknown): unknown {
  return isRecord(spec) ? { ...spec, preview: spec['preview'] ?? spec['matter'] } : spec;
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>;
}
