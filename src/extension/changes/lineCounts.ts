/** Counts of lines that a change added and removed. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Lines before times lines after, above which the changed middle counts as replaced: a comparison would take too long. */
const maxCells = 1_000_000;
/** Bytes that are searched for a zero byte, by which a file is taken for binary, as git does. */
const sniffedBytes = 8000;

/** Returns the counts of lines between two contents; 0 for binary contents. An absent content is `undefined`. */
export function lineCounts(before: Buffer | undefined, after: Buffer | undefined): LineCounts {
  if (isBinary(before) || isBinary(after)) return { added: 0, removed: 0 };
  const old = linesOf(before);
  const fresh = linesOf(after);
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  const room = Math.min(old.length, fresh.length) - start;
  while (end < room && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const oldMiddle = old.slice(start, old.length - end);
  const freshMiddle = fresh.slice(start, fresh.length - end);
  const same = oldMiddle.length * freshMiddle.length > maxCells ? 0 : commonLines(oldMiddle, freshMiddle);
  return { added: freshMiddle.length - same, removed: oldMiddle.length - same };
}

export function isBinary(content: Buffer | undefined): boolean {
  return content?.subarray(0, sniffedBytes).includes(0) === true;
}

function linesOf(content: Buffer | undefined): readonly string[] {
  const text = content?.toString('utf8') ?? '';
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Returns the length of the longest common subsequence, with one row of the table at a time. */
function commonLines(old: readonly string[], fresh: readonly string[]): number {
  let previous = new Uint32Array(fresh.length + 1);
  for (const line of old) {
    const row = new Uint32Array(fresh.length + 1);
    fresh.forEach((other, at) => {
      row[at + 1] = line === other ? (previous[at] ?? 0) + 1 : Math.max(previous[at + 1] ?? 0, row[at] ?? 0);
    });
    previous = row;
  }
  return previous[fresh.length] ?? 0;
}
