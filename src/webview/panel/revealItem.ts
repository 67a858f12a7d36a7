import type { ItemId } from '../../protocol/ids';
import type { FollowedThread } from '../thread/threadStore';
import type { PageActions } from './hostIntents';

interface Pages {
  readonly store: FollowedThread;
  fetchOlder(): Promise<void>;
}

/** Shows an item of the thread, after it has fetched the older pages up to the item. */
export async function revealItem(itemId: ItemId, pages: Pages, page: PageActions): Promise<void> {
  for (;;) {
    const { state } = pages.store;
    if (state === undefined) return;
    if (state.items.some(({ id }) => id === itemId)) break;
    const { earlier } = state;
    await pages.fetchOlder();
    if (earlier === 0 || pages.store.state?.earlier === earlier) return;
  }
  page.revealItem?.(itemId);
}
