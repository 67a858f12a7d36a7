import * as l10n from '@vscode/l10n';
import type { HandBack, PanelIntent, PanelSettings, Reply } from '../../../protocol/frames';
import type { PromptKey, ThreadId } from '../../../protocol/ids';
import type { ThreadStatus } from '../../../protocol/threadState';
import { panelMessage, type PanelRequest } from '../../../protocol/requests';
import { toDisposable, type Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { PanelDraft } from './draftRepository';
import type { Follower, Numbered } from '../feed/followFeed';
import { PanelDelivery } from './panelDelivery';
import { handleRequest, type RequestContext, type RequestDeps } from './panelRequests';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { PanelPort } from '../ports/panel';
import type { OpenPanel } from './panels';
import type { Thread } from '../thread/thread';
import { BoundedMap } from '../../base/boundedMap';

export interface PanelDeps extends RequestDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: () => PanelSettings;
}

/** The number of receipts that are kept, so that a prompt that a reloaded page repeats isn't admitted twice. */
const maxReceipts = 200;

/**
 * The host's end of one panel: parses its requests, answers each of them once, and posts its thread's observations
 * frame by frame. Posts only replies while the panel is hidden.
 */
export class PanelFollower implements Follower, OpenPanel, RequestContext, Disposable {
  /** The composer's text as the panel last reported it. */
  composerText = '';
  readonly admitted = new BoundedMap<PromptKey, Promise<Reply>>(maxReceipts);
  closed = false;
  private lastRequest = 0;
  private thread: Thread | undefined;
  private following: Disposable = toDisposable(() => undefined);
  private requests = 0;
  private completing: AbortController | undefined;
  private readonly delivery: PanelDelivery;
  private readonly registration: Disposable;

  constructor(
    private readonly port: PanelPort,
    readonly deps: PanelDeps,
  ) {
    this.delivery = new PanelDelivery(port, deps.clock, deps.log);
    this.registration = deps.panels.add(this);
  }

  get panelId(): string {
    return this.port.panelId;
  }

  get name(): string {
    return this.port.name;
  }

  get visible(): boolean {
    return this.port.visible;
  }

  get threadId(): ThreadId | undefined {
    return this.thread?.id;
  }

  /** Handles a message of the panel. Refuses anything that isn't a request, and never throws. */
  receive(message: unknown): void {
    const parsed = panelMessage.safeParse(message);
    if (!parsed.success) {
      const id = requestNumber(message);
      this.deps.log.warn(`${this.name}: invalid message: ${faults(parsed.error.issues)}`);
      if (id !== undefined) {
        this.delivery.post({
          type: 'reply',
          id,
          reply: {
            ok: false,
            code: 'bad-request',
            message: l10n.t('Invalid request: {faults}', { faults: faults(parsed.error.issues) }),
          },
        });
      }
      return;
    }
    const { id, request } = parsed.data;
    this.lastRequest = id;
    void this.answer(request).then((reply) => {
      this.delivery.flush();
      this.delivery.post({ type: 'reply', id, reply });
    });
  }

  /** Shows another thread, or continues this thread from the panel's position. */
  async follow(threadId: ThreadId, epoch?: string, seq?: number): Promise<void> {
    if (this.closed) return;
    const request = ++this.requests;
    const saved = await this.deps.drafts.open(threadId, this.panelId);
    await this.deps.registry.use(threadId, (thread) => {
      // The panel may have requested another thread while this one was read.
      if (request === this.requests) this.followThread(thread, saved, epoch, seq);
    });
  }

  private followThread(
    thread: Thread,
    { draft, handBacks, sent = [] }: PanelDraft,
    epoch: string | undefined,
    seq: number | undefined,
  ): void {
    const threadId = thread.id;
    const left = this.thread;
    for (const key of sent) if (!this.admitted.has(key)) this.remember(key, sentBefore(threadId));
    this.following.dispose();
    this.thread = thread;
    this.delivery.restart(thread);
    this.following = thread.feed.follow(this);
    this.port.showTitle?.(thread.feed.state.session);
    if (left !== undefined && left !== thread) this.deps.registry.forgetIfUnused(left);
    const tail = epoch === undefined || seq === undefined ? undefined : thread.feed.since(epoch, seq);
    if (tail === undefined) {
      this.delivery.post({
        type: 'snapshot',
        snapshot: thread.feed.snapshot(),
        ...(draft === undefined ? {} : { draft }),
        handBacks,
        settings: this.deps.settings(),
        admitted: [...this.admitted.keys()],
        heard: this.lastRequest,
      });
      return;
    }
    this.delivery.flush(tail);
    this.delivery.post({ type: 'status', threadId, status: thread.feed.currentStatus });
    // The tail doesn't include hand-backs. The panel adds each of them once.
    for (const handBack of handBacks) this.delivery.post({ type: 'hand-back', threadId, handBack });
  }

  observed(entry: Numbered): void {
    // The tab of a hidden panel is visible.
    if (this.thread && entry.observation.type === 'session-changed')
      this.port.showTitle?.(this.thread.feed.state.session);
    this.delivery.add(entry);
  }

  statusChanged(status: ThreadStatus): void {
    if (this.thread === undefined || !this.visible || this.delivery.behind) {
      this.delivery.behind = true;
      return;
    }
    this.delivery.flush();
    this.delivery.post({ type: 'status', threadId: this.thread.id, status });
  }

  /** Updates a panel that kept its page while it was hidden. Called when the panel is shown again. */
  shown(): void {
    if (!this.delivery.behind || this.thread === undefined) return;
    void this.follow(this.thread.id);
  }

  handBack(threadId: ThreadId, handBack: HandBack): void {
    // Earlier observations go first, so that no prompt is in the queue and in the composer at once.
    this.delivery.flush();
    this.delivery.post({ type: 'hand-back', threadId, handBack });
  }

  intend(intent: PanelIntent): void {
    this.delivery.post({ type: 'intent', intent });
  }

  settingsChanged(): void {
    this.delivery.post({ type: 'settings', settings: this.deps.settings() });
  }

  /** Cancels the completion request in progress and returns the signal of the next. */
  nextCompletion(): AbortSignal {
    this.completing?.abort();
    this.completing = new AbortController();
    return this.completing.signal;
  }

  remember(key: PromptKey, reply: Promise<Reply>): void {
    this.admitted.set(key, reply);
  }

  /** Ends the follower of a closed panel. The thread and its run continue. */
  dispose(): void {
    this.closed = true;
    this.completing?.abort();
    this.requests += 1;
    this.following.dispose();
    this.delivery.dispose();
    this.registration.dispose();
    const { thread } = this;
    this.thread = undefined;
    void this.deps.drafts.panelClosed(this.panelId);
    if (thread === undefined) return;
    this.deps.registry.forgetIfUnused(thread);
  }

  private async answer(request: PanelRequest): Promise<Reply> {
    try {
      return await handleRequest(this, request);
    } catch (error) {
      this.deps.log.error(`${this.name}: ${request.type} failed: ${messageOf(error)}`);
      return { ok: false, code: 'failed', message: messageOf(error) };
    }
  }
}

function requestNumber(message: unknown): number | undefined {
  if (typeof message !== 'object' || message === null || !('id' in message)) return undefined;
  return Number.isSafeInteger(message.id) ? Number(message.id) : undefined;
}

/** Returns the place and kind of each fault, without values, which may contain the user's text. */
function faults(issues: readonly { readonly path: readonly PropertyKey[]; readonly code: string }[]): string {
  return issues
    .slice(0, 3)
    .map((issue) => `${issue.code} at ${issue.path.map(String).join('.').slice(0, 80) || 'the top'}`)
    .join('; ');
}

/** Returns the receipt of a prompt that an earlier host admitted and whose run has ended. */
function sentBefore(threadId: ThreadId): Promise<Reply> {
  return Promise.resolve({ ok: true, threadId, messageId: 'earlier', generation: 0, queued: false });
}
