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

/** A reader of a feed. Its errors don't reach other followers. */
export interface Follower {
  observed(entry: Numbered): void;
  statusChanged(status: ThreadStatus): void;
}

/** The number of observations that are kept for a follower that was away for a moment. */
const tailLength = 4000;
/** The number of items in a snapshot. Older items are sent on request. */
const windowLength = 80;

/** The numbered log of one thread's observations, with the state that they add up to. */
export class FollowFeed {
  /** Unique for each feed, so that numbers of different feeds are never compared. */
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

  /** Numbers an observation, adds it to the state and passes it to all followers. */
  publish(observation: Observation): void {
    const entry = { seq: ++this.seq, observation };
    reduce(this.state, observation);
    this.tail.push(entry);
    // A shift for each entry would take time proportional to the tail's length.
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
    return this.followers.event((notify) => {
      notify(follower);
    });
  }

  /** Returns the observations after `seq`, or undefined when the tail is too short or the number is of another feed. */
  since(epoch: string, seq: Seq): readonly Numbered[] | undefined {
    if (epoch !== this.epoch || seq > this.seq) return undefined;
    const missing = this.seq - seq;
    if (missing > this.tail.length) return undefined;
    return missing === 0 ? [] : this.tail.slice(-missing);
  }

  /** Returns the visible state with its number. Includes only the end of a long transcript. */
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

  /** Returns the page of items before an item, or an empty page for an unknown item. */
  before(itemId: string): { readonly items: ThreadState['items']; readonly earlier: number } {
    const end = this.state.items.findIndex((item) => item.id === itemId);
    if (end < 0) return { items: [], earlier: 0 };
    const start = Math.max(0, end - windowLength);
    return { items: this.state.items.slice(start, end), earlier: this.state.earlier + start };
  }
}
