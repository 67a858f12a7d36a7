import type { Frame } from '../../protocol/frames';
import type { Seq, ThreadId } from '../../protocol/ids';
import type { Item } from '../../protocol/item';
import { reduce, reduceStatus } from '../../protocol/reduce';
import type { Snapshot, ThreadState, ThreadStatus } from '../../protocol/threadState';

type Observed = Extract<Frame, { type: 'observations' }>;

/** The panel's position in a thread's feed. */
export interface Position {
  readonly threadId: ThreadId;
  readonly epoch: string;
  readonly seq: Seq;
}

const idle: ThreadStatus = { live: false, busy: false, generation: 0 };

/** The followed thread: a snapshot, then every later observation, each once. */
export class FollowedThread {
  private current: ThreadState | undefined;
  private feedPosition: Position | undefined;
  private hostStatus: ThreadStatus = idle;

  get state(): ThreadState | undefined {
    return this.current;
  }

  get position(): Position | undefined {
    return this.feedPosition;
  }

  get status(): ThreadStatus {
    return this.hostStatus;
  }

  get threadId(): ThreadId | undefined {
    return this.current?.threadId;
  }

  adopt(snapshot: Snapshot): void {
    const known = this.current?.threadId === snapshot.state.threadId ? this.current : undefined;
    this.current = { ...snapshot.state, items: [...snapshot.state.items] };
    if (known) this.keepOlderPages(known);
    this.feedPosition = { threadId: snapshot.state.threadId, epoch: snapshot.epoch, seq: snapshot.seq };
    this.hostStatus = snapshot.status;
  }

  /**
   * Applies a frame of observations. `gap`: observations are missing, nothing was applied, and the host must be asked
   * again.
   */
  apply(frame: Observed): 'applied' | 'ignored' | 'gap' {
    if (!this.current || this.feedPosition?.threadId !== frame.threadId) return 'ignored';
    if (this.feedPosition.epoch !== frame.epoch) return 'gap';
    if (frame.to <= this.feedPosition.seq) return 'ignored';
    if (frame.from !== this.feedPosition.seq + 1) return 'gap';
    for (const observation of frame.items) reduce(this.current, observation);
    this.feedPosition = { ...this.feedPosition, seq: frame.to };
    return 'applied';
  }

  /** Drops the thread before another one is followed. */
  leave(): void {
    this.current = undefined;
    this.feedPosition = undefined;
    this.hostStatus = idle;
  }

  applyStatus(threadId: ThreadId, status: ThreadStatus): boolean {
    if (this.current === undefined || threadId !== this.current.threadId) return false;
    this.hostStatus = status;
    reduceStatus(this.current, status);
    return true;
  }

  /** Prepends a page of older items. A stale page doesn't end where the list begins and is dropped. */
  prepend(threadId: ThreadId, before: string, items: readonly Item[], earlier: number): void {
    if (this.current?.threadId !== threadId || this.current.items[0]?.id !== before) return;
    this.current.items = [...items, ...this.current.items];
    this.current.earlier = earlier;
  }

  /** Keeps older pages that were fetched already, because a snapshot has the last turns only. */
  private keepOlderPages(known: ThreadState): void {
    const state = this.current;
    const first = state?.items[0];
    if (!state || !first) return;
    const index = known.items.findIndex((item) => item.id === first.id);
    // The count doesn't match if a message was withdrawn, which isn't part of an older page.
    if (index <= 0 || known.earlier + index !== state.earlier) return;
    state.items = [...known.items.slice(0, index), ...state.items];
    state.earlier = known.earlier;
  }
}
