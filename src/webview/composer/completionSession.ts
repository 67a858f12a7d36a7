import { needsCompletions, type CompletionRow } from '../../protocol/completion';
import type { Clock, Timer } from '../host/clock';
import type { HostLink } from '../host/hostLink';
import type { FollowedThread } from '../thread/threadStore';

/** Milliseconds, about a frame: a person types no faster, a program may. */
const askAfterMs = 16;

interface AskedAt {
  readonly text: string;
  readonly caret: number;
}

interface OfferedRows extends AskedAt {
  readonly list: number;
  readonly rows: readonly CompletionRow[];
}

/** What the host's extensions have to say on what could stand at the caret. An answer counts for what was asked last. */
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

  /** More was typed than the rows are for: they are there to be seen until the next ones come, and can't be taken. */
  get stale(): boolean {
    return this.offered !== undefined && this.offered !== this.asked;
  }

  /** The person has typed, or asks for what there is. */
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

  /** The caret went elsewhere: what was asked is no longer meant. */
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

  /** The text and the caret with a row taken; nothing when the host no longer knows it, or more was typed meanwhile. */
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
