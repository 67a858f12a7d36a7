import * as z from 'zod';
import { type CallChange, maxListedFiles } from '../../protocol/item';
import { isRecord } from '../base/guards';

/** The part of a tool result's details that belongs to Enso, in the session file, too. */
const detailsKey = 'enso';

const count = z.int().nonnegative();

const callChange = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  files: z
    .array(
      z.object({
        path: z.string().max(4096),
        kind: z.enum(['created', 'changed', 'deleted']),
        added: count,
        removed: count,
      }),
    )
    .min(1)
    .max(maxListedFiles),
  more: count.exactOptional(),
});

/** What Enso adds to a tool's result, for the transcript alone: the model doesn't get it. */
export interface CallDetails {
  readonly change?: CallChange;
  /** Files with unsaved changes in editors, which the command saw as saved. */
  readonly unsaved?: readonly string[];
}

const callDetails = z.object({
  change: callChange.exactOptional(),
  unsaved: z.array(z.string().max(4096)).max(100).exactOptional(),
});

/** Returns a result's details with Enso's. */
export function withCallDetails(details: unknown, own: CallDetails): Readonly<Record<string, unknown>> {
  return { ...(isRecord(details) ? details : {}), [detailsKey]: own };
}

/** Returns Enso's part of a result's details, or nothing of it that is malformed: anyone may have written a session file. */
export function callDetailsOf(details: unknown): CallDetails {
  const own = isRecord(details) ? details[detailsKey] : undefined;
  return callDetails.safeParse(own).data ?? {};
}
