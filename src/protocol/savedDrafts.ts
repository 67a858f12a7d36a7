import * as z from 'zod';

const body = {
  text: z.string(),
  images: z.array(z.object({ mimeType: z.string(), data: z.string(), name: z.string().exactOptional() })),
};

/** The saved drafts of one thread, by panel. Read on the host only: whatever is on disk is parsed with this. */
export const savedDrafts = z.record(
  z.string(),
  z.object({
    draft: z.object({ ...body, revision: z.int() }).exactOptional(),
    handBacks: z.array(
      z.object({ id: z.string(), prompts: z.array(z.object(body)), why: z.string().exactOptional() }),
    ),
  }),
);
