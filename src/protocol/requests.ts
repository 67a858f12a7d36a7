import * as z from 'zod';

// zod would test whether it may compile code, which uses a global that VS Code warns about.
z.config({ jitless: true });

/**
 * The requests of a panel. The host parses every message with these schemas from `unknown`; panels import only the types.
 * Limits are generous for users and small for faults.
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
  /** Follows a thread: this one, or the host's choice. With `epoch` and `seq` the host may replay the tail. */
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
  /** Stops the run that the user saw. */
  z.object({ type: z.literal('stop'), threadId: id, generation: z.int().nonnegative().optional() }),
  /** Abandons a run that doesn't end. */
  z.object({ type: z.literal('stop-anyway'), threadId: id, generation: z.int().nonnegative() }),
  z.object({ type: z.literal('answer'), threadId: id, dialogId: id, answer }),
  z.object({ type: z.literal('cancel-dialog'), threadId: id, dialogId: id }),
  /** Opens the question as a Quick Pick, an input box or a document. */
  z.object({ type: z.literal('answer-natively'), threadId: id, dialogId: id }),
  /** Opens everything that the question shows as a document. */
  z.object({ type: z.literal('open-question'), threadId: id, dialogId: id }),
  z.object({
    type: z.literal('draft'),
    threadId: id,
    ...body,
    revision: z.int().nonnegative(),
    /** Hand-backs that this draft contains. */
    taken: z.array(id).max(1000),
  }),
  /** Asks for completions at the caret. `forced`: the user requested them. */
  z.object({
    type: z.literal('complete'),
    threadId: id,
    text,
    caret: z.int().nonnegative(),
    forced: z.boolean(),
  }),
  /** Takes a row of a list of completions. */
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
  /** Resumes a paused queue. */
  z.object({ type: z.literal('resume-queue'), threadId: id }),
  z.object({ type: z.literal('older'), threadId: id, before: id }),
  z.object({ type: z.literal('threads') }),
  z.object({ type: z.literal('new-thread') }),
  z.object({ type: z.literal('focused') }),
  z.object({ type: z.literal('open-file'), path: z.string().max(4096), line: z.int().positive().optional() }),
  z.object({ type: z.literal('open-link'), href: z.string().max(8192) }),
  /** Does something with a command or a block of code of the conversation. */
  z.object({
    type: z.literal('use-code'),
    threadId: id,
    use: z.enum([
      'type-in-terminal',
      'run-in-terminal',
      'insert-at-cursor',
      'apply-to-file',
      'open-in-editor',
    ]),
    text,
    language: z.string().max(100).exactOptional(),
  }),
  z.object({ type: z.literal('open-diff'), threadId: id, itemId: id }),
  /** Opens the changes of a prompt, or of the whole thread, in the multi-diff editor. */
  z.object({ type: z.literal('review-changes'), threadId: id, itemId: id.exactOptional() }),
  /** Undoes or redoes the changes of a call or of a prompt; with `since`, also of everything after it. */
  z.object({
    type: z.literal('undo-changes'),
    threadId: id,
    itemId: id,
    kind: z.enum(['undo', 'redo']),
    since: z.boolean(),
  }),
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
    /** The notice that offers the step. */
    itemId: id.exactOptional(),
  }),
]);

/** A request with its number. */
export const panelMessage = z.object({ id: z.int().nonnegative(), request: panelRequest });

export type PanelRequest = z.infer<typeof panelRequest>;
export type PanelMessage = z.infer<typeof panelMessage>;
