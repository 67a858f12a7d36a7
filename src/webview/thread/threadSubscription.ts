import type { Reply } from '../../protocol/frames';
import type { ThreadId } from '../../protocol/ids';
import type { PanelRequest } from '../../protocol/requests';
import type { Clock, Timer } from '../host/clock';
import type { Position } from './threadStore';

/** The pause before the panel asks again. Longer after a refusal by the host. */
export const retryFollowMs = 1_000;
export const retryRefusedMs = 5_000;

/**
 * Asks the host for a thread until its snapshot has come. Either end may start first and any message may be lost, so
 * nothing depends on a single message.
 */
export class ThreadSubscription {
  private wanted: ThreadId | undefined;
  private asking = false;
  private askCount = 0;
  private retryTimer: Timer | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly request: (request: PanelRequest) => Promise<Reply>,
    private readonly position: () => Position | undefined,
    private readonly onRefused: (message: string) => void,
  ) {}

  /** The thread whose snapshot is awaited; undefined if none is, or any thread is accepted. */
  get awaited(): ThreadId | undefined {
    return this.asking ? this.wanted : undefined;
  }

  /** Follows a thread, or the host's choice. */
  follow(threadId: ThreadId | undefined): void {
    this.wanted = threadId;
    this.ask();
  }

  /** Accepts the next thread, because the host was asked for a new one. */
  acceptNext(): void {
    this.wanted = undefined;
    this.caughtUp();
  }

  /** Asks for the observations after the position, one request at a time. */
  resume(threadId: ThreadId): void {
    this.wanted = threadId;
    if (!this.asking) this.ask();
  }

  /** Stops asking: the feed is complete up to here. */
  caughtUp(): void {
    this.asking = false;
    this.retryTimer?.dispose();
    this.retryTimer = undefined;
  }

  /** Asks once for observations that may have been missed. */
  requestMissed(threadId: ThreadId): void {
    void this.request(this.followRequest(threadId));
  }

  private followRequest(threadId: ThreadId | undefined): PanelRequest {
    const at = this.position();
    return {
      type: 'follow',
      ...(threadId === undefined ? {} : { threadId }),
      ...(at && at.threadId === threadId ? { epoch: at.epoch, seq: at.seq } : {}),
    };
  }

  private ask(): void {
    this.retryTimer?.dispose();
    this.asking = true;
    const asked = ++this.askCount;
    const reply = this.request(this.followRequest(this.wanted));
    this.retryTimer = this.clock.after(retryFollowMs, () => this.ask());
    void reply.then((answer) => {
      if (answer.ok || answer.code === 'unreachable' || !this.asking || asked !== this.askCount) return;
      this.retryTimer?.dispose();
      this.retryTimer = this.clock.after(retryRefusedMs, () => this.ask());
      this.onRefused(answer.message);
    });
  }
}
