import { randomUUID } from 'node:crypto';
import type { ItemId } from '../../protocol/ids';

/** Makes ids that no other runtime of the same thread makes: their items stand in one feed. */
export function itemIds(): () => ItemId {
  const prefix = randomUUID().slice(0, 8);
  let count = 0;
  return () => `${prefix}-${++count}`;
}
