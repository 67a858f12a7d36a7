import { asksFor, type CompletionRow } from '../../protocol/completion';
import type { Clock } from '../host/clock';
import type { HostLink } from '../host/hostLink';
import type { FollowedThread } from '../thread/threadStore';

/** Milliseconds, about a frame: a person types no faster, a program may. */
const pause = 16;

interface Asked {
  readonly text: string;
  readonly caret: number;
}

interface Offered extends Asked {
  readonly list: number;
  readonly rows: readonly CompletionRow[];
}

/** What the host's extensions have to say on what could stand at the caret. An answer counts for what was asked last. */
export class CompletionSession {
  private offered: Offered | undefined;
  private asked: Asked | undefined;
  private callOff: (() => void) | undefined;

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
  typed(text: string, caret: number, forced = false): void {
    const session = this.store.state?.session;
    const asked = { text, caret };
    this.callOff?.();
    this.callOff = undefined;
    if (session === undefined || !(forced || asksFor(asked, session.completionTriggers, session.commands))) {
      this.close();
      return;
    }
    this.asked = asked;
    this.callOff = this.clock.after(pause, () => void this.ask(asked, forced));
  }

  /** The caret went elsewhere: what was asked is no longer meant. */
  moved(caret: number): void {
    if (this.asked !== undefined && this.asked.caret !== caret) this.close();
  }

  close(): void {
    this.callOff?.();
    this.callOff = undefined;
    this.asked = undefined;
    if (this.offered === undefined) return;
    this.offered = undefined;
    this.changed();
  }

  /** The text and the caret with a row taken; nothing when the host no longer knows it, or more was typed meanwhile. */
  async take(row: number): Promise<Asked | undefined> {
    const { offered } = this;
    const { threadId } = this.store;
    if (offered === undefined || this.stale || threadId === undefined) return undefined;
    const reply = await this.link.request({ type: 'take-completion', threadId, list: offered.list, row });
    const taken = reply.ok && 'caret' in reply ? { text: reply.text, caret: reply.caret } : undefined;
    if (this.asked !== offered) return undefined;
    this.close();
    return taken;
  }

  private async ask(asked: Asked, forced: boolean): Promise<void> {
    const { threadId } = this.store;
    this.callOff = undefined;
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
