import * as z from 'zod';

const body = {
  text: z.string(),
  images: z.array(z.object({ mimeType: z.string(), data: z.string(), name: z.string().exactOptional() })),
};

/** The schema of a saved draft of one thread and panel. Only the host reads drafts, and parses each of them. */
export const savedDraft = z.object({
  draft: z.object({ ...body, revision: z.int() }).exactOptional(),
  handBacks: z.array(
    z.object({ id: z.string(), prompts: z.array(z.object(body)), why: z.string().exactOptional() }),
  ),
  /** The latest prompts of this panel that were admitted. */
  sent: z.array(z.string()).exactOptional(),
  /** The PID of the host that owns these prompts while the host runs. */
  host: z.int().exactOptional(),
});
