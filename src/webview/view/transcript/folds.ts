import type { Item } from '../../../protocol/item';

/** Parts of an item that unfold apart from the item. */
export const partFolds = ['as-text', 'text', 'input', 'output'] as const;

/** Returns the id under which the view remembers whether a part is unfolded. */
export function foldOf({ id }: Item, part: (typeof partFolds)[number]): string {
  return `${part} of ${id}`;
}
