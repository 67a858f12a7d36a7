import { randomUUID } from 'node:crypto';
import type { Seq } from '../../../protocol/ids';
import type { Observation } from '../../../protocol/observation';
import { reduce, reduceStatus } from '../../../protocol/reduce';
import type { Snapshot, ThreadState, ThreadStatus } from '../../../protocol/threadState';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';

export interface Numbered {
  readonly seq: Seq;
  readonly observation: Observation;
}

/** Whoever reads a feed. What it throws stays with it. */
export interface Follower {
  observed(entry: Numbered): void;
  statusChanged(status: ThreadStatus): void;
}

/** How many observations are kept for a follower that was away for a moment. */
const tailLength = 4000;
/** How many items of a transcript a snapshot carries; older ones come on request. */
const windowLength = 80;

/** The numbered log of one thread, with the state that it adds up to. */
export class FollowFeed {
  /** Differs from one feed to the next, so that a number is never compared with another feed's. */
  readonly epoch = randomUUID();
  private seq: Seq = 0;
  private tail: Numbered[] = [];
  private readonly followers: Emitter<(follower: Follower) => void>;

  constructor(
    readonly state: ThreadState,
    private status: ThreadStatus,
    onFollowerError: (error: unknown) => void,
  ) {
    this.followers = new Emitter(onFollowerError);
  }

  get followerCount(): number {
    return this.followers.size;
  }

  get currentStatus(): ThreadStatus {
    return this.status;
  }

  /** Numbers it, reduces it, hands it to every follower. */
  publish(observation: Observation): void {
    const entry = { seq: ++this.seq, observation };
    reduce(this.state, observation);
    this.tail.push(entry);
    // Cut in one go now and then: a shift for each entry would cost what the tail is long.
    if (this.tail.length > 2 * tailLength) this.tail = this.tail.slice(-tailLength);
    this.followers.fire((follower) => {
      follower.observed(entry);
    });
  }

  publishStatus(status: ThreadStatus): void {
    this.status = status;
    reduceStatus(this.state, status);
    this.followers.fire((follower) => {
      follower.statusChanged(status);
    });
  }

  follow(follower: Follower): Disposable {
    return this.followers.event((tell) => {
      tell(follower);
    });
  }

  /** What came after `seq`, or nothing when the tail doesn't reach back so far or the number is another feed's. */
  since(epoch: string, seq: Seq): readonly Numbered[] | undefined {
    if (epoch !== this.epoch || seq > this.seq) return undefined;
    const missing = this.seq - seq;
    if (missing > this.tail.length) return undefined;
    return missing === 0 ? [] : this.tail.slice(-missing);
  }

  /** The visible state, complete at its number; of a long transcript only the end. */
  snapshot(): Snapshot {
    const { items } = this.state;
    const start = Math.max(0, items.length - windowLength);
    return {
      epoch: this.epoch,
      seq: this.seq,
      status: this.status,
      state: { ...this.state, items: items.slice(start), earlier: this.state.earlier + start },
    };
  }

  /** The page of items before the one named, or an empty one when it isn't here. */
  before(itemId: string): { readonly items: ThreadState['items']; readonly earlier: number } {
    const end = this.state.items.findIndex((item) => item.id === itemId);
    if (end < 0) return { items: [], earlier: 0 };
    const start = Math.max(0, end - windowLength);
    return { items: this.state.items.slice(start, end), earlier: this.state.earlier + start };
  }
}
