import { needsCompletions, type CompletionRow } from '../../protocol/completion';
import type { Clock, Timer } from '../host/clock';
import type { HostLink } from '../host/hostLink';
import type { FollowedThread } from '../thread/threadStore';

/** About a frame. Throttles programs that type faster than a user. */
const askAfterMs = 16;

interface AskedAt {
  readonly text: string;
  readonly caret: number;
}

interface OfferedRows extends AskedAt {
  readonly list: number;
  readonly rows: readonly CompletionRow[];
}

/** The completions of extensions at the caret. Only the reply to the latest request counts. */
export class CompletionSession {
  private offered: OfferedRows | undefined;
  private asked: AskedAt | undefined;
  private pauseTimer: Timer | undefined;

  constructor(
    private readonly link: HostLink,
    private readonly clock: Clock,
    private readonly store: FollowedThread,
    private readonly changed: () => void,
  ) {}

  get rows(): readonly CompletionRow[] {
    return this.offered?.rows ?? [];
  }

  /** True if the rows belong to an earlier text. Such rows stay visible until the next reply, but can't be taken. */
  get stale(): boolean {
    return this.offered !== undefined && this.offered !== this.asked;
  }

  /** Requests completions after a change of the text, or on the user's request. */
  textChanged(text: string, caret: number, forced = false): void {
    const session = this.store.state?.session;
    const asked = { text, caret };
    this.pauseTimer?.dispose();
    this.pauseTimer = undefined;
    if (
      session === undefined ||
      !(forced || needsCompletions(asked, session.completionTriggers, session.commands))
    ) {
      this.close();
      return;
    }
    this.asked = asked;
    this.pauseTimer = this.clock.after(askAfterMs, () => void this.ask(asked, forced));
  }

  /** Closes the completions once the caret has moved. */
  caretMoved(caret: number): void {
    if (this.asked !== undefined && this.asked.caret !== caret) this.close();
  }

  close(): void {
    this.pauseTimer?.dispose();
    this.pauseTimer = undefined;
    this.asked = undefined;
    if (this.offered === undefined) return;
    this.offered = undefined;
    this.changed();
  }

  /**
   * Returns the text and caret after taking a row, or nothing if the host has dropped the row or the text has changed.
   */
  async takeRow(row: number): Promise<AskedAt | undefined> {
    const { offered } = this;
    const { threadId } = this.store;
    if (offered === undefined || this.stale || threadId === undefined) return undefined;
    const reply = await this.link.request({ type: 'take-completion', threadId, list: offered.list, row });
    const taken = reply.ok && 'caret' in reply ? { text: reply.text, caret: reply.caret } : undefined;
    if (this.asked !== offered) return undefined;
    this.close();
    return taken;
  }

  private async ask(asked: AskedAt, forced: boolean): Promise<void> {
    const { threadId } = this.store;
    this.pauseTimer = undefined;
    if (threadId === undefined) return;
    const reply = await this.link.request({ type: 'complete', threadId, ...asked, forced });
    if (this.asked !== asked || this.store.threadId !== threadId) return;
    const found = reply.ok && 'list' in reply && reply.rows.length > 0 ? reply : undefined;
    if (found === undefined) {
      this.close();
      return;
    }
    this.offered = { ...asked, list: found.list, rows: found.rows };
    this.asked = this.offered;
    this.changed();
  }
}
