import * as z from 'zod';

const body = {
  text: z.string(),
  images: z.array(z.object({ mimeType: z.string(), data: z.string(), name: z.string().exactOptional() })),
};

/** What is saved of one thread for one panel. Read on the host only: whatever is on disk is parsed with this. */
export const savedDraft = z.object({
  draft: z.object({ ...body, revision: z.int() }).exactOptional(),
  handBacks: z.array(
    z.object({ id: z.string(), prompts: z.array(z.object(body)), why: z.string().exactOptional() }),
  ),
  /** Prompts that came from this panel and were admitted, the latest ones. */
  sent: z.array(z.string()).exactOptional(),
  /** The process that has these prompts in its hands as long as it lives. */
  host: z.int().exactOptional(),
});
