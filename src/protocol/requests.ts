import * as z from 'zod';

// zod would try out whether it may compile code, which touches a global that VS Code warns of.
z.config({ jitless: true });

/**
 * What a panel may ask. The host parses every message with this from `unknown`; panels import the types alone.
 * Limits are generous for people and small for faults.
 */
const id = z.string().min(1).max(200);
const text = z.string().max(1_000_000);
const picture = z.object({
  mimeType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  data: z.base64().max(14_000_000),
  name: z.string().max(300).exactOptional(),
});
const body = { text, images: z.array(picture).max(20) };

const answer = z.union([
  z.strictObject({ value: text }),
  z.strictObject({ confirmed: z.boolean() }),
  z.strictObject({
    answers: z
      .array(z.strictObject({ id, chosen: z.array(text).max(500), other: text.exactOptional() }))
      .max(100),
  }),
]);

export const panelRequest = z.discriminatedUnion('type', [
  /** Follow a thread: this one, or the host's choice. With `epoch` and `seq` the host may replay the tail. */
  z.object({
    type: z.literal('follow'),
    threadId: id.optional(),
    epoch: id.optional(),
    seq: z.int().nonnegative().optional(),
  }),
  z.object({
    type: z.literal('prompt'),
    threadId: id,
    key: id,
    ...body,
    delivery: z.enum(['enqueue', 'steer']),
  }),
  /** Stop the run that the person saw. */
  z.object({ type: z.literal('stop'), threadId: id, generation: z.int().nonnegative().optional() }),
  /** Let go of a run that doesn't end. */
  z.object({ type: z.literal('stop-anyway'), threadId: id, generation: z.int().nonnegative() }),
  z.object({ type: z.literal('answer'), threadId: id, dialogId: id, answer }),
  z.object({ type: z.literal('cancel-dialog'), threadId: id, dialogId: id }),
  /** Open the question as a QuickPick, an InputBox or a document. */
  z.object({ type: z.literal('answer-natively'), threadId: id, dialogId: id }),
  z.object({
    type: z.literal('draft'),
    threadId: id,
    ...body,
    revision: z.int().nonnegative(),
    /** Hand-backs that are in this draft now. */
    taken: z.array(id).max(1000),
  }),
  /** What could stand at the caret. `forced`: the person asks for it. */
  z.object({
    type: z.literal('complete'),
    threadId: id,
    text,
    caret: z.int().nonnegative(),
    forced: z.boolean(),
  }),
  /** Take a row of a list that was the answer to that. */
  z.object({
    type: z.literal('take-completion'),
    threadId: id,
    list: z.int().nonnegative(),
    row: z.int().nonnegative().max(1000),
  }),
  z.object({ type: z.literal('edit-queued'), threadId: id, messageId: id, text }),
  z.object({ type: z.literal('remove-queued'), threadId: id, messageId: id }),
  z.object({
    type: z.literal('move-queued'),
    threadId: id,
    messageId: id,
    by: z.union([z.literal(-1), z.literal(1)]),
  }),
  z.object({ type: z.literal('send-queued-now'), threadId: id, messageId: id }),
  /** Let a held queue go on. */
  z.object({ type: z.literal('resume-queue'), threadId: id }),
  z.object({ type: z.literal('older'), threadId: id, before: id }),
  z.object({ type: z.literal('threads') }),
  z.object({ type: z.literal('new-thread') }),
  z.object({ type: z.literal('focused') }),
  z.object({ type: z.literal('open-file'), path: z.string().max(4096), line: z.int().positive().optional() }),
  z.object({ type: z.literal('open-link'), href: z.string().max(8192) }),
  z.object({ type: z.literal('open-diff'), threadId: id, itemId: id }),
  z.object({
    type: z.literal('next-step'),
    threadId: id,
    step: z.enum([
      'choose-model',
      'set-key',
      'show-log',
      'retry',
      'new-thread',
      'compact',
      'send-queued',
      'trust-workspace',
      'end-process',
      'end-processes',
    ]),
    /** The notice that offers it. */
    itemId: id.exactOptional(),
  }),
]);

/** A request travels with its number: `{ id, ...request }`. */
export const panelMessage = z.object({ id: z.int().nonnegative(), request: panelRequest });

export type PanelRequest = z.infer<typeof panelRequest>;
export type PanelMessage = z.infer<typeof panelMessage>;
