import type { Seq } from '../../../protocol/ids';
import type { Observation } from '../../../protocol/observation';
import type { Numbered } from './followFeed';

export interface Batch {
  readonly from: Seq;
  readonly to: Seq;
  readonly items: readonly Observation[];
}

/**
 * Collects observations for one follower until the next frame. Joins text deltas that continue each other, so that the
 * size of a post is proportional to the new text.
 */
export class Coalescer {
  private items: Observation[] = [];
  private pieces: string[] = [];
  private from: Seq = 0;
  private to: Seq = 0;

  get empty(): boolean {
    return this.items.length === 0;
  }

  add({ seq, observation }: Numbered): void {
    if (this.items.length === 0) this.from = seq;
    this.to = seq;
    const last = this.items.at(-1);
    if (observation.type === 'text-delta' && last?.type === 'text-delta' && last.id === observation.id) {
      this.pieces.push(observation.delta);
      return;
    }
    this.join();
    this.items.push(observation);
    if (observation.type === 'text-delta') this.pieces.push(observation.delta);
  }

  /** Returns the collected observations and starts a new batch. */
  take(): Batch {
    this.join();
    const batch = { from: this.from, to: this.to, items: this.items };
    this.items = [];
    return batch;
  }

  private join(): void {
    const last = this.items.at(-1);
    if (last?.type === 'text-delta' && this.pieces.length > 1) {
      this.items[this.items.length - 1] = { ...last, delta: this.pieces.join('') };
    }
    this.pieces = [];
  }
}
