import type { Item } from '../../protocol/item';

/** A stretch of the transcript. It is the same object as long as its items are, so that drawing can skip it. */
export interface Chunk {
  readonly key: string;
  readonly items: readonly Item[];
}

const most = 50;

/** Cuts a transcript into stretches whose beginnings stay where they are when items come before or after. */
export class Chunks {
  private list: readonly Chunk[] = [];

  of(items: readonly Item[]): readonly Chunk[] {
    const known = new Map(this.list.map((chunk) => [chunk.key, chunk]));
    const next: Chunk[] = [];
    for (let start = 0; start < items.length;) {
      const key = items[start]?.id ?? '';
      let end = start + 1;
      while (end < items.length && end - start < most && !known.has(items[end]?.id ?? '')) end += 1;
      const old = known.get(key);
      next.push(
        old && sameItems(old.items, items, start, end) ? old : { key, items: items.slice(start, end) },
      );
      start = end;
    }
    this.list = next;
    return next;
  }
}

function sameItems(old: readonly Item[], items: readonly Item[], start: number, end: number): boolean {
  if (old.length !== end - start) return false;
  return old.every((item, index) => item === items[start + index]);
}
