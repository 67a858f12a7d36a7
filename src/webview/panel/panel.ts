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
import { revealItem } from './revealItem';
import { Outbox } from '../composer/outbox';
import { readSavedPage } from './savedPage';
import { PanelRun } from '../thread/panelRun';
import { Sending } from '../composer/sending';
import { FollowedThread } from '../thread/threadStore';
import { Toasts } from './toasts';

/** The actions that only a page can do. */
export interface PanelPage extends PageActions {
  /** Schedules a drawing for a visible change, by this frame if there is one. */
  changed(by?: Frame): void;
  /** Puts the draft into the composer at once, before another key is typed. */
  draftReplaced?(): void;
}

/** The panel without its page: follows one thread, keeps the draft, and asks the host for everything. */
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
  /** The reason why the thread couldn't be opened. */
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
      // Prompts from before a reload can only be settled by a snapshot.
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

  /** A message above the composer, such as why a prompt came back. */
  get composerMessage(): string | undefined {
    return this.message;
  }

  /** Whether something runs, as far as this panel knows. */
  get busy(): boolean {
    return this.run.open || this.store.status.busy;
  }

  start(): void {
    this.sending.sendLeftDrafts();
    this.subscription.follow(readSavedPage(this.port.readState()).threadId);
  }

  /** Takes a frame of the host. */
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
          revealItem: (itemId) => revealItem(itemId, this, this.page),
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
    // Nothing to stop is the state that the user wanted.
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

  /** Sends a request and shows a refusal as a toast. */
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

  /** Sends the draft before the page goes or loses the focus. */
  flush(): void {
    this.sending.flushDraft();
  }

  /** Asks for frames that were missed while the page was hidden. */
  pageShown(): void {
    if (this.store.threadId !== undefined) this.subscription.requestMissed(this.store.threadId);
  }

  private adopt(frame: Extract<Frame, { type: 'snapshot' }>): void {
    const { threadId } = frame.snapshot.state;
    // This snapshot was requested before the awaited one.
    if ((this.subscription.awaited ?? threadId) !== threadId) return;
    if (this.draft.threadId !== undefined && this.draft.threadId !== threadId) this.flush();
    // Another thread, or the same one reloaded: its runs count from the start.
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

  /** Follows the thread that the host believes this panel shows. */
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

  /** Saves the page's state at once, because a page may go at any moment. */
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
