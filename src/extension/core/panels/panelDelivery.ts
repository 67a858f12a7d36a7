import type { Frame } from '../../../protocol/frames';
import type { ObservationType } from '../../../protocol/observation';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { Coalescer } from '../feed/coalescer';
import type { Numbered } from '../feed/followFeed';
import type { PanelPort } from '../ports/panel';
import type { Thread } from '../thread/thread';

/**
 * Milliseconds between two posts of growing text, about two frames of a screen. With less, the overhead of each post
 * outweighs a fast model's text.
 */
const postEveryMs = 32;

/** Observations that a user waits for. They are never throttled. */
const urgent: ReadonlySet<ObservationType> = new Set([
  'item-added',
  'dialog-opened',
  'prompt-delivered',
  'settled',
]);

/** Posts frames to one panel, with throttled observations. Posts only replies to a hidden panel. */
export class PanelDelivery implements Disposable {
  /** True if the panel has missed a frame while it was hidden, and needs a snapshot. */
  behind = false;
  private thread: Thread | undefined;
  private pending = new Coalescer();
  private timer: Disposable | undefined;
  /** True if the timer throttles. An urgent observation doesn't wait for such a timer. */
  private throttling = false;

  constructor(
    private readonly port: PanelPort,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Switches to a thread, or to none. Drops the collected observations of the previous thread. */
  restart(thread: Thread | undefined): void {
    this.pending = new Coalescer();
    this.thread = thread;
    this.behind = false;
  }

  /** Collects an observation and schedules its post. */
  add(entry: Numbered): void {
    if (!this.port.visible) this.behind = true;
    if (this.behind) return;
    this.pending.add(entry);
    if (this.timer === undefined || (this.throttling && urgent.has(entry.observation.type))) this.flushSoon();
  }

  /** Posts the collected observations and `entries` in one frame. */
  flush(entries: readonly Numbered[] = []): void {
    for (const entry of entries) this.pending.add(entry);
    if (this.thread === undefined || this.pending.empty) return;
    const { id, feed } = this.thread;
    this.post({ type: 'observations', threadId: id, epoch: feed.epoch, ...this.pending.take() });
  }

  post(message: Frame): void {
    if (!this.port.visible && message.type !== 'reply') {
      this.behind = true;
      return;
    }
    try {
      this.port.post(message);
    } catch (error) {
      this.log.warn(`${this.port.name}: post failed: ${messageOf(error)}`);
    }
  }

  dispose(): void {
    this.timer?.dispose();
    this.restart(undefined);
  }

  /** Joins observations of one turn of the event loop in a frame, and throttles later ones. */
  private flushSoon(): void {
    this.timer?.dispose();
    this.throttling = false;
    this.timer = this.clock.after(0, () => this.flushAndThrottle());
  }

  private flushAndThrottle(): void {
    this.flush();
    this.throttling = true;
    this.timer = this.clock.after(postEveryMs, () => {
      if (!this.pending.empty) {
        this.flushAndThrottle();
        return;
      }
      this.timer = undefined;
      this.throttling = false;
    });
  }
}
