import type { Item, ToolItem } from '../../protocol/item';

/** Finished calls in a row that are drawn as one line. */
export interface CallGroup {
  readonly kind: 'calls';
  readonly id: string;
  readonly items: readonly Item[];
  readonly calls: readonly ToolItem[];
}

/** Fewer calls are easier to read one by one. */
const minCalls = 5;

/** Puts many finished calls in a row into groups. Calls that run, wait or ask stay visible. */
export function groupCalls(items: readonly Item[]): readonly (Item | CallGroup)[] {
  const entries: (Item | CallGroup)[] = [];
  for (let start = 0; start < items.length;) {
    let end = start;
    while (end < items.length && belongs(items[end])) end += 1;
    const row = items.slice(start, end);
    const calls = row.filter((item) => item.kind === 'tool');
    const [first] = calls;
    if (first !== undefined && calls.length >= minCalls)
      entries.push({ kind: 'calls', id: `calls ${first.id}`, items: row, calls });
    else entries.push(...row);
    const other = items[end];
    if (other !== undefined) entries.push(other);
    start = end + 1;
  }
  return entries;
}

/** A settled question of a call is drawn on the row of its call. */
function belongs(item: Item | undefined): boolean {
  if (item?.kind === 'dialog') return item.ending !== undefined && item.toolItemId !== undefined;
  if (item?.kind !== 'tool' || item.byUser === true) return false;
  const isAsking = (item.questions ?? []).some(({ ending }) => ending === undefined);
  return !isAsking && (item.state === 'done' || item.state === 'failed' || item.state === 'aborted');
}
