import type { Disposable } from '../../../src/extension/base/disposable';
import type { Frame, Reply } from '../../../src/protocol/frames';
import type { PromptBody } from '../../../src/protocol/item';
import type { PanelMessage } from '../../../src/protocol/requests';
import { PanelFollower, type PanelDeps } from '../../../src/extension/core/panels/panelFollower';
import { Panel } from '../../../src/webview/panel/panel';
import { readSavedPage } from '../../../src/webview/panel/savedPage';
import type { FakeClock } from '../../fixtures/core/fakeClock';

/** What crosses to another process and back. */
export function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** What a panel tells the story that it is part of. */
export interface PanelWatch {
  /** Around each message that reaches the host. */
  readonly received: (message: PanelMessage, receive: () => void) => void;
  /** `again`: to a wish that the last prompt be sent once more. */
  readonly replied: (reply: Reply, again: boolean) => void;
  readonly violated: (what: string) => void;
}

/** A page's clock: its timers end with the page. */
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

/** The real panel and the real follower, with a pipe between them that keeps the order and takes its time. */
export class ChaosPanel {
  readonly follower: PanelFollower;
  visible = true;
  closed = false;
  /** Since when nothing arrives by itself. */
  slowSince: number | undefined;
  /** Requests that reached the host, without those that it answered. */
  unanswered = 0;
  private page: Panel | undefined;
  private clock: ReturnType<typeof pageClock>;
  private kept: unknown;
  private pages = 0;
  private readonly again = new Set<number>();
  private readonly up: PanelMessage[] = [];
  private readonly down: Frame[] = [];
  private moving = false;

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

  /** The page, while there is one. */
  get live(): Panel | undefined {
    return this.page;
  }

  get now(): number {
    return this.time.now();
  }

  get slow(): boolean {
    return this.slowSince !== undefined;
  }

  get onTheWay(): number {
    return this.up.length + this.down.length;
  }

  /** The page is loaded anew. Some of what was on its way to the host got there, some of what came reaches the new page. */
  reload(arrived: number, kept: number): void {
    this.page?.flush();
    this.endPage(arrived, kept);
    this.newPage();
  }

  /** The page ends with the sight of it. */
  hide(): void {
    this.page?.flush();
    this.visible = false;
    this.endPage(this.up.length, 0);
  }

  /** Out of sight, and the page lives on. */
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
   * Closed for good. Returns what goes with its page, since the host doesn't have it: prompts for a thread that was not
   * shown again after a reload, refused ones whose answer was still on its way, and what was typed for a thread that
   * never came.
   */
  close(): readonly PromptBody[] {
    this.page?.flush();
    for (let n = this.up.length; n > 0; n -= 1) this.toHost();
    const leaving = this.page?.outbox.entries ?? readSavedPage(this.kept).outbox;
    const kept = readSavedPage(this.kept);
    const lost: PromptBody[] = leaving.filter(({ key }) => !this.follower.admitted.has(key));
    if (kept.unowned) lost.push(kept.draft);
    this.endPage(0, 0);
    this.closed = true;
    this.visible = false;
    this.follower.dispose();
    return lost;
  }

  /** Lets this many arrive on either way, in their order. */
  arrive(count: number): void {
    for (let n = 0; n < count && this.up.length > 0; n += 1) this.toHost();
    for (let n = 0; n < count && this.down.length > 0; n += 1) this.toPage();
  }

  /** A pipe is slow, but it is not cut: nothing takes longer than five seconds. */
  outlasts(ms: number): boolean {
    return this.slowSince === undefined || this.time.now() + ms - this.slowSince < 5_000;
  }

  beFast(): void {
    this.slowSince = undefined;
    this.arrive(this.onTheWay);
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
          this.move();
        },
        readState: () => this.kept,
        writeState: (state) => {
          if (current()) this.kept = copy(state);
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

  private endPage(arrived: number, kept: number): void {
    for (let n = 0; n < arrived && this.up.length > 0; n += 1) this.toHost();
    this.up.length = 0;
    this.down.splice(0, Math.max(0, this.down.length - kept));
    this.page = undefined;
    this.clock.end();
  }

  private posted(frame: Frame): void {
    if (frame.type === 'reply') {
      this.unanswered -= 1;
      this.watch.replied(frame.reply, this.again.delete(frame.id));
    } else if (!this.visible) this.watch.violated(`${this.name} is hidden and was posted a ${frame.type}`);
    if (this.page === undefined) return;
    this.down.push(copy(frame));
    this.move();
  }

  private move(): void {
    if (this.slow || this.moving) return;
    this.moving = true;
    queueMicrotask(() => {
      this.moving = false;
      if (!this.slow) this.arrive(this.onTheWay);
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
