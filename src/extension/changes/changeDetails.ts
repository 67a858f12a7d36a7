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

/** Returns a result's details with the change of its call. */
export function withChange(details: unknown, change: CallChange): Readonly<Record<string, unknown>> {
  return { ...(isRecord(details) ? details : {}), [detailsKey]: { change } };
}

/** Returns the change in a result's details, or nothing: anyone may have written a session file. */
export function changeOf(details: unknown): CallChange | undefined {
  const own = isRecord(details) ? details[detailsKey] : undefined;
  return isRecord(own) ? callChange.safeParse(own['change']).data : undefined;
}
