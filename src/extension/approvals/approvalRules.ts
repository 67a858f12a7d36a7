import type { ThreadId } from '../../protocol/ids';
import { messageOf } from '../base/errors';
import type { ApprovalStore } from '../core/ports/approvals';
import type { Log } from '../base/log';

/** What was allowed beyond once: for a thread, as long as the window is open, and for good. */
export class ApprovalRules {
  private readonly threads = new Map<ThreadId, Set<string>>();

  constructor(
    private readonly store: ApprovalStore,
    private readonly log: Log,
  ) {}

  inThread(threadId: ThreadId, id: string): boolean {
    return this.threads.get(threadId)?.has(id) === true;
  }

  always(id: string): boolean {
    return this.store.load().includes(id);
  }

  allowInThread(threadId: ThreadId, id: string): void {
    const ids = this.threads.get(threadId) ?? new Set();
    this.threads.set(threadId, ids.add(id));
  }

  async allowAlways(id: string): Promise<void> {
    const known = this.store.load();
    if (!known.includes(id)) await this.save([...known, id]);
  }

  /** Everything is asked about again. */
  async forget(): Promise<void> {
    this.threads.clear();
    await this.store.save([]);
  }

  /** What a person has said counts now, also when it can't be kept. */
  private async save(ids: readonly string[]): Promise<void> {
    try {
      await this.store.save(ids);
    } catch (error) {
      this.log.warn(`what is always allowed can't be kept: ${messageOf(error)}`);
    }
  }
}
