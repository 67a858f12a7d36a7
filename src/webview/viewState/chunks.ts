import type { Item } from '../../protocol/item';

/** A part of the transcript. The object stays the same while its items do, so that drawing can skip it. */
export interface Chunk {
  readonly key: string;
  readonly items: readonly Item[];
  /** True if the chunk contains an open question. */
  readonly asks: boolean;
}

const maxItems = 50;

/** Splits a transcript into chunks whose boundaries don't change when items are added before or after. */
export class Chunks {
  private list: readonly Chunk[] = [];

  of(items: readonly Item[]): readonly Chunk[] {
    const known = new Map(this.list.map((chunk) => [chunk.key, chunk]));
    const next: Chunk[] = [];
    for (let start = 0; start < items.length;) {
      const key = items[start]?.id ?? '';
      const old = known.get(key);
      const chunk = old && isUnchanged(old, items, start) ? old : cutChunk(key, items, start, known);
      next.push(chunk);
      start += chunk.items.length;
    }
    this.list = next;
    return next;
  }
}

/** Returns whether a full chunk, or the last one, has the same items as before. */
function isUnchanged(old: Chunk, items: readonly Item[], start: number): boolean {
  const end = start + old.items.length;
  if (old.items.length < maxItems && end !== items.length) return false;
  return old.items.every((item, index) => item === items[start + index]);
}

function cutChunk(
  key: string,
  items: readonly Item[],
  start: number,
  known: ReadonlyMap<string, Chunk>,
): Chunk {
  let end = start + 1;
  while (end < items.length && end - start < maxItems && !known.has(items[end]?.id ?? '')) end += 1;
  const old = known.get(key);
  if (old?.items.length === end - start && old.items.every((item, index) => item === items[start + index]))
    return old;
  const own = items.slice(start, end);
  return { key, items: own, asks: own.some((item) => item.kind === 'dialog' && item.ending === undefined) };
}
