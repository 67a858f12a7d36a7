/** How much of a question's text the user has seen in this page. A reload forgets it. */
export interface Reading {
  readonly text: string;
  /** Indexes of the rows that have been on screen. */
  readonly seen: ReadonlySet<number>;
  /** The end has been on screen, or the whole text was opened. */
  readonly isRead: boolean;
}

/** Returns the reading after more rows were on screen. Rows of another text don't count. */
export function withSeen(
  before: Reading | undefined,
  text: string,
  rows: readonly number[],
  lastRow: number | undefined,
): Reading {
  const known = before?.text === text ? before : { text, seen: new Set<number>(), isRead: false };
  const seen = new Set([...known.seen, ...rows]);
  return { text, seen, isRead: known.isRead || (lastRow !== undefined && seen.has(lastRow)) };
}
