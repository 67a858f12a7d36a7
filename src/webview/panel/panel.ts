import type { DialogAnswer } from '../../protocol/dialog';
import type { Frame, HandBack, PanelSettings, Refusal } from '../../protocol/frames';
import type { DialogId, ItemId, ThreadId } from '../../protocol/ids';
import type { NextStep } from '../../protocol/item';
import type { Delivery } from '../../protocol/observation';
import type { PanelRequest } from '../../protocol/requests';
import { Answering } from '../questions/answering';
import { Cards } from '../questions/cards';
import type { Clock } from '../host/clock';
import { CompletionSession } from '../composer/completionSession';
import { ComposerDraft } from '../composer/composerDraft';
import { ThreadSubscription } from '../thread/threadSubscription';
import { HostLink, type HostPort } from '../host/hostLink';
import { handleIntent, type PageActions } from './hostIntents';
import { Outbox } from '../composer/outbox';
import { readSavedPage } from './savedPage';
import { PanelRun } from '../thread/panelRun';
import { Sending } from '../composer/sending';
import { FollowedThread } from '../thread/threadStore';
import { Toasts } from './toasts';

/** What the page does when the host asks for something only a page can do. */
export interface PanelPage extends PageActions {
  /** Something visible changed, by this frame when one is named: draw soon. */
  changed(by?: Frame): void;
  /** The draft is no longer what the composer holds: put it there now, before another key is typed. */
  draftReplaced?(): void;
}

/** The panel without its drawing: it follows one thread, keeps what is typed, and asks the host for everything. */
export class Panel {
  readonly store = new FollowedThread();
  readonly run = new PanelRun();
  readonly link: HostLink;
  readonly draft: ComposerDraft;
  readonly outbox: Outbox;
  readonly cards: Cards;
  readonly answering: Answering;
  readonly toasts: Toasts;
  readonly completions: CompletionSession;
  private readonly subscription: ThreadSubscription;
  private readonly sending: Sending;
  private chosenSettings: PanelSettings = { sendWith: 'enter' };
  private message: string | undefined;
  /** Why the thread can't be shown. */
  problem: string | undefined;
  private fetchingOlder = false;

  constructor(
    private readonly port: HostPort,
    clock: Clock,
    newKey: () => string,
    private readonly page: PanelPage,
  ) {
    const kept = readSavedPage(port.readState());
    this.link = new HostLink(port, clock);
    this.toasts = new Toasts(clock, () => this.page.changed());
    this.outbox = new Outbox(newKey);
    this.outbox.restore(kept.outbox);
    this.draft = new ComposerDraft((kind) => this.draftChanged(kind));
    this.draft.restore(kept.unowned ? undefined : kept.threadId, kept.draft, kept.taken, kept.left);
    this.draft.returnedCommands.restore(kept.commands);
    this.cards = new Cards(clock, () => this.persist());
    this.cards.restore(kept.answers);
    this.answering = new Answering(this.link, this.store, this.cards);
    this.completions = new CompletionSession(this.link, clock, this.store, () => this.page.changed());
    this.subscription = new ThreadSubscription(
      clock,
      (request) => this.link.request(request),
      // What an earlier life of the page left is settled by a snapshot alone.
      () => (this.sending.unsettled(this.store.threadId) ? undefined : this.store.position),
      (message) => {
        this.problem = message;
        this.page.changed();
      },
    );
    this.sending = new Sending(
      this.link,
      clock,
      this.draft,
      this.outbox,
      this.run,
      (r) => this.showMessage(r),
      () => this.persist(),
    );
  }

  get settings(): PanelSettings {
    return this.chosenSettings;
  }

  /** What the composer has to say, for instance why a prompt came back. */
  get composerMessage(): string | undefined {
    return this.message;
  }

  /** Something runs, as far as this panel can tell. */
  get busy(): boolean {
    return this.run.open || this.store.status.busy;
  }

  start(): void {
    this.sending.sendLeftDrafts();
    this.subscription.follow(readSavedPage(this.port.readState()).threadId);
  }

  /** Takes a frame of the host. Anything else that reaches the page is left alone. */
  receive(frame: Frame): void {
    switch (frame.type) {
      case 'reply':
        this.link.receive(frame.id, frame.reply);
        return;
      case 'snapshot':
        this.adopt(frame);
        break;
      case 'observations':
        this.observe(frame);
        break;
      case 'status':
        if (this.store.applyStatus(frame.threadId, frame.status)) this.run.applyStatus(frame.status);
        this.followHostIfMoved(frame.threadId);
        break;
      case 'hand-back':
        if (frame.threadId === this.store.threadId) this.takeHandBacks([frame.handBack]);
        break;
      case 'settings':
        this.chosenSettings = frame.settings;
        break;
      case 'intent':
        handleIntent(frame.intent, {
          page: this.page,
          draft: this.draft,
          toasts: this.toasts,
          follow: (threadId) => this.follow(threadId),
        });
        break;
    }
    this.page.changed(frame);
  }

  send(delivery: Delivery): void {
    this.sending.send(delivery, this.store.threadId ?? this.draft.threadId);
  }

  async stop(): Promise<void> {
    const { threadId, status } = this.store;
    if (threadId === undefined) return;
    const seen = status.busy ? status.generation : this.run.generation;
    const generation = this.run.awaitingReceipt ? undefined : seen;
    const reply = await this.link.request({
      type: 'stop',
      threadId,
      ...(generation === undefined ? {} : { generation }),
    });
    // Nothing to stop is what the person wanted.
    if (!reply.ok && reply.code !== 'idle' && reply.code !== 'not-live') this.showMessage(reply);
  }

  stopAnyway(): void {
    const { threadId, state } = this.store;
    const generation = state?.stopping?.generation;
    if (threadId !== undefined && generation !== undefined)
      this.ask({ type: 'stop-anyway', threadId, generation });
  }

  answer(dialogId: DialogId, answer: DialogAnswer): Promise<void> {
    return this.answering.answer(dialogId, answer);
  }

  nextStep(step: NextStep, about: { readonly itemId?: ItemId } = {}): void {
    this.onThread((threadId) => ({ type: 'next-step', threadId, step, ...about }));
  }

  onThread(request: (threadId: ThreadId) => PanelRequest): void {
    if (this.store.threadId !== undefined) this.ask(request(this.store.threadId));
  }

  /** A request whose refusal is all that there is to show. */
  ask(request: PanelRequest): void {
    if (request.type === 'new-thread') this.subscription.acceptNext();
    void this.link.request(request).then((reply) => {
      if (!reply.ok) this.toasts.say('error', reply.message);
    });
  }

  async fetchOlder(): Promise<void> {
    const { threadId, state } = this.store;
    const before = state?.items[0]?.id;
    if (threadId === undefined || before === undefined || state?.earlier === 0 || this.fetchingOlder) return;
    this.fetchingOlder = true;
    const reply = await this.link.request({ type: 'older', threadId, before });
    this.fetchingOlder = false;
    if (reply.ok && 'earlier' in reply) this.store.prepend(threadId, before, reply.items, reply.earlier);
    this.page.changed();
  }

  showMessage(refusal: Pick<Refusal, 'message'> | undefined): void {
    this.message = refusal?.message;
    this.page.changed();
  }

  /** Before the page goes or the person looks elsewhere. */
  flush(): void {
    this.sending.flushDraft();
  }

  /** Frames may have been missed while the page was not shown. */
  pageShown(): void {
    if (this.store.threadId !== undefined) this.subscription.requestMissed(this.store.threadId);
  }

  private adopt(frame: Extract<Frame, { type: 'snapshot' }>): void {
    const { threadId } = frame.snapshot.state;
    // Asked for earlier than the one that is awaited, whose tail alone would not be understood then.
    if ((this.subscription.awaited ?? threadId) !== threadId) return;
    if (this.draft.threadId !== undefined && this.draft.threadId !== threadId) this.flush();
    // Another thread, or this one read anew: its runs are counted from the start.
    if (this.store.position?.epoch !== frame.snapshot.epoch) this.run.forget();
    this.store.adopt(frame.snapshot);
    this.subscription.caughtUp();
    this.problem = undefined;
    this.run.applyQueue(frame.snapshot.state.queue.length);
    this.run.applyStatus(frame.snapshot.status);
    this.chosenSettings = frame.settings;
    this.cards.setOpen(frame.snapshot.state.dialogs.map((dialog) => dialog.id));
    this.sending.arrivedAt(threadId, frame);
    this.takeHandBacks(frame.handBacks);
    this.persist();
  }

  /** What the host tells of is what it takes this panel to show, whichever of two wishes came first. */
  private followHostIfMoved(told: ThreadId): void {
    const { threadId } = this.store;
    if (threadId !== undefined && told !== threadId && this.subscription.awaited === undefined)
      this.follow(told);
  }

  private observe(frame: Extract<Frame, { type: 'observations' }>): void {
    const outcome = this.store.apply(frame);
    this.followHostIfMoved(frame.threadId);
    if (outcome === 'gap') this.subscription.resume(frame.threadId);
    if (outcome !== 'applied') return;
    if (this.subscription.awaited === frame.threadId) this.subscription.caughtUp();
    this.cards.setOpen(this.store.state?.dialogs.map((dialog) => dialog.id) ?? []);
    this.run.applyQueue(this.store.state?.queue.length ?? 0);
  }

  follow(threadId: ThreadId): void {
    if (threadId !== (this.store.threadId ?? this.draft.threadId)) {
      this.flush();
      this.draft.leave();
      this.sending.draftSaved();
      this.store.leave();
      this.run.forget();
      this.message = undefined;
      this.problem = undefined;
    }
    this.subscription.follow(threadId);
    this.persist();
  }

  private takeHandBacks(handBacks: readonly HandBack[]): void {
    const taken = handBacks.filter((handBack) => this.draft.take(handBack));
    if (taken.length === 0) return;
    const why = taken.findLast((handBack) => handBack.why !== undefined)?.why;
    if (why !== undefined) this.message = why;
    this.flush();
  }

  private draftChanged(kind: 'typed' | 'program'): void {
    if (kind === 'program') {
      this.completions.close();
      this.page.draftReplaced?.();
    }
    this.sending.draftChanged();
    this.persist();
  }

  /** Written at once, because a page may go at any moment. */
  private persist(): void {
    const threadId = this.store.threadId ?? this.draft.threadId ?? this.subscription.awaited;
    this.port.writeState({
      ...(threadId === undefined ? {} : { threadId }),
      draft: this.draft.value,
      unowned: this.draft.threadId === undefined,
      left: this.draft.others,
      outbox: this.outbox.entries,
      taken: this.draft.taken,
      commands: this.draft.returnedCommands.all,
      answers: this.cards.texts,
    });
    this.page.changed();
  }
}
