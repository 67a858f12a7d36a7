import type { Disposable } from '../../../src/extension/base/disposable';
import type { Frame, Reply } from '../../../src/protocol/frames';
import type { PromptBody } from '../../../src/protocol/item';
import type { PanelMessage } from '../../../src/protocol/requests';
import { PanelFollower, type PanelDeps } from '../../../src/extension/core/panels/panelFollower';
import { Panel } from '../../../src/webview/panel/panel';
import { readSavedPage } from '../../../src/webview/panel/savedPage';
import type { FakeClock } from '../../fixtures/core/fakeClock';

/** Returns a copy as it arrives in another process. */
export function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Callbacks of a panel into its story. */
export interface PanelWatch {
  /** Wraps each message that reaches the host. */
  readonly received: (message: PanelMessage, receive: () => void) => void;
  /** `again`: the reply belongs to a request to resend the last prompt. */
  readonly replied: (reply: Reply, again: boolean) => void;
  readonly violated: (what: string) => void;
}

/** Returns a clock whose timers end with the page. */
function pageClock(clock: FakeClock) {
  const timers = new Set<Disposable>();
  return {
    now: () => clock.now(),
    after(ms: number, run: () => void): Disposable {
      const timer = clock.after(ms, () => {
        timers.delete(timer);
        run();
      });
      timers.add(timer);
      return timer;
    },
    end(): void {
      for (const timer of timers) timer.dispose();
      timers.clear();
    },
  };
}

/** The real panel and the real follower, with an ordered pipe between them that may be slow. */
export class ChaosPanel {
  readonly follower: PanelFollower;
  visible = true;
  closed = false;
  /** The time since which messages arrive only when a step delivers them. */
  slowSince: number | undefined;
  /** The number of requests that reached the host and have no reply. */
  unanswered = 0;
  private page: Panel | undefined;
  private clock: ReturnType<typeof pageClock>;
  private savedState: unknown;
  private pages = 0;
  private readonly again = new Set<number>();
  private readonly up: PanelMessage[] = [];
  private readonly down: Frame[] = [];
  private scheduled = false;

  constructor(
    readonly name: string,
    private readonly time: FakeClock,
    deps: PanelDeps,
    private readonly watch: PanelWatch,
  ) {
    const visible = (): boolean => this.visible;
    this.follower = new PanelFollower(
      {
        panelId: name,
        name,
        get visible() {
          return visible();
        },
        post: (frame) => {
          this.posted(frame);
        },
      },
      deps,
    );
    this.clock = pageClock(time);
    this.newPage();
  }

  /** The page, if the panel has one. */
  get live(): Panel | undefined {
    return this.page;
  }

  get now(): number {
    return this.time.now();
  }

  get slow(): boolean {
    return this.slowSince !== undefined;
  }

  get inFlight(): number {
    return this.up.length + this.down.length;
  }

  /** Reloads the page. Only so many messages in flight still reach the host and the new page. */
  reload(toHost: number, toPage: number): void {
    this.page?.flush();
    this.endPage(toHost, toPage);
    this.newPage();
  }

  /** Hides the panel and ends its page. */
  hide(): void {
    this.page?.flush();
    this.visible = false;
    this.endPage(this.up.length, 0);
  }

  /** Hides the panel and keeps its page. */
  cover(): void {
    this.page?.flush();
    this.visible = false;
  }

  show(): void {
    this.visible = true;
    if (this.page === undefined) this.newPage();
    else this.page.pageShown();
    this.follower.shown();
  }

  /**
   * Closes the panel and returns the texts that end with its page, because the host doesn't have them: prompts for a
   * thread that was not shown again after a reload, rejected prompts whose reply was in flight, and a draft for a thread
   * that never arrived.
   */
  close(): readonly PromptBody[] {
    this.page?.flush();
    for (let n = this.up.length; n > 0; n -= 1) this.toHost();
    const unsent = this.page?.outbox.entries ?? readSavedPage(this.savedState).outbox;
    const saved = readSavedPage(this.savedState);
    const lost: PromptBody[] = unsent.filter(({ key }) => !this.follower.admitted.has(key));
    if (saved.unowned) lost.push(saved.draft);
    this.endPage(0, 0);
    this.closed = true;
    this.visible = false;
    this.follower.dispose();
    return lost;
  }

  /** Delivers up to this many messages in each direction, in order. */
  arrive(count: number): void {
    for (let n = 0; n < count && this.up.length > 0; n += 1) this.toHost();
    for (let n = 0; n < count && this.down.length > 0; n += 1) this.toPage();
  }

  /** Returns whether the pipe may stay slow for this time. No message takes longer than five seconds. */
  maySlow(ms: number): boolean {
    return this.slowSince === undefined || this.time.now() + ms - this.slowSince < 5_000;
  }

  beFast(): void {
    this.slowSince = undefined;
    this.arrive(this.inFlight);
  }

  private newPage(): void {
    const page = ++this.pages;
    this.clock = pageClock(this.time);
    let keys = 0;
    const current = (): boolean => this.pages === page && this.page !== undefined;
    const panel = new Panel(
      {
        post: (message) => {
          if (this.pages !== page || this.closed) return;
          this.up.push(copy(message));
          this.scheduleDelivery();
        },
        readState: () => this.savedState,
        writeState: (state) => {
          if (current()) this.savedState = copy(state);
        },
      },
      this.clock,
      () => `${this.name}-${String(page)}-${String(++keys)}`,
      {
        changed: () => undefined,
        draftReplaced: () => undefined,
        focusComposer: () => undefined,
        revealQuestion: () => undefined,
      },
    );
    this.page = panel;
    panel.start();
  }

  private endPage(toHost: number, toPage: number): void {
    for (let n = 0; n < toHost && this.up.length > 0; n += 1) this.toHost();
    this.up.length = 0;
    this.down.splice(0, Math.max(0, this.down.length - toPage));
    this.page = undefined;
    this.clock.end();
  }

  private posted(frame: Frame): void {
    if (frame.type === 'reply') {
      this.unanswered -= 1;
      this.watch.replied(frame.reply, this.again.delete(frame.id));
    } else if (!this.visible) this.watch.violated(`${this.name} is hidden and received a ${frame.type}`);
    if (this.page === undefined) return;
    this.down.push(copy(frame));
    this.scheduleDelivery();
  }

  private scheduleDelivery(): void {
    if (this.slow || this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => {
      this.scheduled = false;
      if (!this.slow) this.arrive(this.inFlight);
    });
  }

  private toHost(): void {
    const message = this.up.shift();
    if (message === undefined) return;
    this.unanswered += 1;
    const { request } = message;
    if (request.type === 'next-step' && request.step === 'retry') this.again.add(message.id);
    this.watch.received(message, () => {
      this.follower.receive(message);
    });
  }

  private toPage(): void {
    const frame = this.down.shift();
    if (frame !== undefined) this.page?.receive(frame);
  }
}
