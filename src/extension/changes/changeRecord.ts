import * as z from 'zod';

/**
 * What is at a path at one moment. `unkept`: something is there whose content isn't stored, so nothing can bring it back.
 */
const pathState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({
    kind: z.literal('file'),
    /** SHA-256 of the content, in hexadecimal. */
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    /** Bytes. */
    size: z.int().nonnegative(),
    /** Permission bits. */
    mode: z.int().nonnegative(),
  }),
  z.object({ kind: z.literal('link'), target: z.string() }),
  z.object({ kind: z.literal('unkept'), why: z.enum(['too-large', 'unreadable', 'special']) }),
]);

const pathChange = z.object({
  /** Absolute, links resolved. */
  path: z.string().min(1),
  /** As the user knows the path. */
  shown: z.string(),
  before: pathState,
  after: pathState,
  /** Folders that didn't exist before, outermost first. */
  madeFolders: z.array(z.string()).default([]),
});

const changeRecord = z.object({
  version: z.literal(1),
  id: z.string().regex(/^[\w-]{1,64}$/),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The tool that changed the files; an undo or redo of the user. */
  by: z.string(),
  paths: z.array(pathChange),
  /** Why some changes of a command couldn't be covered, in words. */
  uncovered: z.array(z.string()).default([]),
});

export type PathState = z.infer<typeof pathState>;
export type PathChange = z.infer<typeof pathChange>;
/** All changes that one tool call, undo or redo made. */
export type ChangeRecord = z.infer<typeof changeRecord>;

/** Returns a record from disk, or nothing if it is damaged or another version's. */
export function parseChangeRecord(data: unknown): ChangeRecord | undefined {
  return changeRecord.safeParse(data).data;
}

const undoOperation = z.object({
  /** The id of the record that says what the operation changed. */
  id: z.string(),
  /** The ids of the changes that the operation undid. */
  undid: z.array(z.string()),
});

const undoOperations = z.array(undoOperation);

export type UndoOperation = z.infer<typeof undoOperation>;

/** Returns the operations in a file, or none if it is damaged. */
export function parseUndoOperations(data: unknown): readonly UndoOperation[] {
  return undoOperations.safeParse(data).data ?? [];
}

/** Returns whether two states are the same content. Modes alone make no difference that an undo could destroy. */
export function sameState(one: PathState, other: PathState): boolean {
  if (one.kind === 'file' && other.kind === 'file') return one.hash === other.hash;
  if (one.kind === 'link' && other.kind === 'link') return one.target === other.target;
  return one.kind === 'absent' && other.kind === 'absent';
}
