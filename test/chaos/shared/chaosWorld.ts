import { setImmediate } from 'node:timers/promises';
import type { DialogAnswer, DialogRequest } from '../../../src/protocol/dialog';
import type { MessageId, ThreadId } from '../../../src/protocol/ids';
import type { PanelMessage } from '../../../src/protocol/requests';
import type { Item, PromptBody, UserItem } from '../../../src/protocol/item';
import { Attention } from '../../../src/extension/core/attention/attention';
import { DraftRepository } from '../../../src/extension/core/panels/draftRepository';
import { Panels } from '../../../src/extension/core/panels/panels';
import type { PanelDeps } from '../../../src/extension/core/panels/panelFollower';
import type { DraftStore, StoredThreads } from '../../../src/extension/core/ports/stores';
import type { RuntimeFactory } from '../../../src/extension/core/ports/runtime';
import { NativeDialogs } from '../../../src/extension/core/attention/nativeDialogs';
import type { Thread } from '../../../src/extension/core/thread/thread';
import { ThreadRegistry } from '../../../src/extension/core/threadRegistry';
import { FakeClock } from '../../fixtures/core/fakeClock';
import { ChaosFactory } from './chaosRuntime';
import { ChaosPanel, copy } from './chaosPanel';
import { TextLedger } from './textLedger';
import { LogWatch } from './logWatch';

/** A question in a native dialog, open until a step ends it. */
interface Native {
  readonly request: DialogRequest;
  readonly end: (answer: DialogAnswer | 'cancel' | undefined) => void;
}

type Saved = Readonly<
  Record<string, { draft?: PromptBody; handBacks: readonly { prompts: readonly PromptBody[] }[] }>
>;

/** The whole core with real panels and a fake clock, with records for the invariants that must always hold. */
export class ChaosWorld {
  readonly clock = new FakeClock();
  readonly panels: ChaosPanel[] = [];
  readonly violations: string[] = [];
  /** All objects of each thread, newest last. An object that works after it was forgotten is a fault. */
  readonly seen = new Map<ThreadId, Thread[]>();
  /** Texts that users typed or attached and did not remove. */
  readonly typedTexts = new TextLedger();
  /** Message ids of receipts, with their threads. */
  readonly admitted = new Map<MessageId, ThreadId>();
  readonly handedBack: { readonly messageId: MessageId; readonly body: PromptBody }[] = [];
  /** The content of prompts at their admission. */
  private readonly admittedAs = new Map<MessageId, PromptBody>();
  readonly removed = new Set<MessageId>();
  readonly natives: Native[] = [];
  readonly files = new Map<string, unknown>();
  readonly factory: ChaosFactory;
  readonly registry: ThreadRegistry;
  readonly drafts: DraftRepository;
  readonly hostPanels: Panels;
  readonly attention: Attention;
  readonly nativeDialogs: NativeDialogs;
  private readonly deps: PanelDeps;
  private readonly logWatch = new LogWatch((what) => this.violations.push(what));
  private readonly abortedRuns = new Set<string>();
  private readonly shown = new Map<string, ThreadId>();
  private first: ThreadId | undefined;

  /** @param factory builds the runtimes instead of the scripted factory */
  constructor(
    factory?: RuntimeFactory,
    folder = '/folder',
    /** Commands that users enter. */
    readonly commands: readonly string[] = ['/mode', '/compact', '/skill:tidy', '/nope', '/reload'],
  ) {
    this.factory = new ChaosFactory((threadId) => {
      this.aborted(threadId);
    });
    const { log } = this.logWatch;
    const store: StoredThreads = {
      read: (threadId) => Promise.resolve({ items: this.transcript(threadId), session: {} }),
      list: () => Promise.resolve([]),
    };
    const files: DraftStore = {
      load: (key) => Promise.resolve(copy({ value: this.files.get(key) }).value),
      save: (key, value) => {
        this.files.set(key, value === undefined ? undefined : copy(value));
        return Promise.resolve();
      },
      keys: () => Promise.resolve([...this.files.keys()]),
    };
    this.drafts = new DraftRepository(files, log);
    this.hostPanels = new Panels(this.drafts);
    const panels = this.hostPanels;
    this.registry = new ThreadRegistry({
      clock: this.clock,
      factory: factory ?? this.factory,
      log,
      store,
      folder: () => folder,
      idleMs: () => 5_000,
      unsent: () => this.drafts.unsent(),
      handBack: (threadId, panelId, prompts, why) => {
        for (const prompt of prompts)
          if ('messageId' in prompt)
            this.handedBack.push({ messageId: String(prompt.messageId), body: prompt });
        panels.handBack(threadId, panelId, prompts, why);
      },
      saveUndelivered: (threadId, prompts) => {
        for (const prompt of prompts)
          if ('messageId' in prompt && !this.admittedAs.has(String(prompt.messageId)))
            this.admittedAs.set(String(prompt.messageId), prompt);
        void this.drafts.saveUndelivered(threadId, prompts);
      },
      composer: panels.composer,
      commands: [],
    });
    const { registry } = this;
    this.attention = new Attention(registry, panels);
    this.nativeDialogs = new NativeDialogs(
      registry,
      panels,
      { show: (request, signal) => this.showNatively(request, signal) },
      () => 'auto',
      { refused: () => undefined, ended: () => undefined },
    );
    this.deps = {
      registry,
      drafts: this.drafts,
      panels,
      clock: this.clock,
      log,
      settings: () => ({ sendWith: 'enter' }),
      actions: {
        threadFor: (panelId) =>
          Promise.resolve(this.shown.get(panelId) ?? (this.first ??= registry.create().id)),
        threadShown: (panelId, threadId) => {
          this.shown.set(panelId, threadId);
          this.attention.update();
        },
        openFile: () => Promise.resolve(),
        openLink: () => Promise.resolve(),
        openDiff: () => Promise.resolve(),
        reviewChanges: () => Promise.resolve(),
        undoChanges: () => undefined,
        useCode: () => Promise.resolve(),
        openQuestion: () => Promise.resolve(),
        answerNatively: (threadId, dialogId) => {
          this.nativeDialogs.show(threadId, dialogId);
        },
        nextStep: () => undefined,
      },
    };
    registry.onDidChange((thread) => {
      this.noteThread(thread);
    });
  }

  get threadIds(): readonly ThreadId[] {
    return [...this.seen.keys()];
  }

  get open(): readonly ChaosPanel[] {
    return this.panels.filter((panel) => !panel.closed);
  }

  addPanel(): ChaosPanel {
    const name = String.fromCharCode(65 + this.panels.length);
    const panel = new ChaosPanel(name, this.clock, this.deps, {
      received: (message, receive) => {
        this.received(message, receive);
      },
      replied: (reply, again) => {
        if (!reply.ok || !('messageId' in reply)) return;
        this.admitted.set(reply.messageId, reply.threadId);
        if (again) this.typedTexts.add(this.bodyOf(reply.messageId, reply.threadId));
      },
      violated: (what) => this.violations.push(what),
    });
    this.panels.push(panel);
    return panel;
  }

  /** Runs everything that is ready to run. */
  async drain(): Promise<void> {
    await setImmediate();
    for (const thread of this.registry.open) this.noteThread(thread);
  }

  /** Returns the transcript as a session file has it. */
  transcript(threadId: ThreadId): readonly Item[] {
    const thread = this.registry.peek(threadId) ?? this.seen.get(threadId)?.at(-1);
    return thread?.feed.state.items ?? [];
  }

  /** Saves the drafts and returns every place where a user finds a text again. */
  async textPlaces(): Promise<readonly { readonly place: string; readonly body: PromptBody }[]> {
    await this.drafts.flush();
    const places: { place: string; body: PromptBody }[] = [];
    const drafted = [...this.files.keys()].map((key) => key.slice('draft-'.length));
    for (const [index, threadId] of [...new Set([...this.threadIds, ...drafted])].entries()) {
      const thread = `thread ${String(index + 1)}`;
      for (const item of this.transcript(threadId))
        if (item.kind === 'user') places.push({ place: `${thread}, transcript`, body: item });
      for (const body of this.registry.peek(threadId)?.state.queue.prompts ?? [])
        places.push({ place: `${thread}, queue`, body });
      for (const [panelId, { draft, handBacks }] of Object.entries(this.saved(threadId))) {
        // The draft of a closed panel moves to the next panel that opens the thread.
        if (panelId !== '' && !this.open.some(({ name }) => name === panelId)) continue;
        if (draft !== undefined) places.push({ place: `${thread}, draft of ${panelId}`, body: draft });
        for (const body of handBacks.flatMap(({ prompts }) => prompts))
          places.push({ place: `${thread}, handed back to '${panelId}'`, body });
      }
    }
    for (const panel of this.open)
      for (const body of panel.live?.outbox.entries ?? [])
        places.push({ place: `outbox of ${panel.name}`, body });
    return places;
  }

  /** Returns the texts that are not found as often as they were typed, with all places. */
  async lostOrDoubled(): Promise<readonly string[]> {
    const places = await this.textPlaces();
    const found = new TextLedger();
    for (const { body } of places) found.add(body);
    const where = places.map(({ place, body }) => `${place}: '${body.text.replaceAll('\n', ' ')}'`);
    return found
      .differences(this.typedTexts)
      .map((difference) => `text: ${difference}; found ${where.join('; ') || 'nothing'}`);
  }

  close(panel: ChaosPanel): void {
    for (const entry of panel.close()) this.typedTexts.add(entry, -1);
  }

  saved(threadId: ThreadId): Saved {
    return (this.files.get(`draft-${threadId}`) ?? {}) as Saved;
  }

  /** Returns the admitted prompts that the next host finds if this one is killed now. */
  leftWhenKilled(threadId: ThreadId): readonly string[] {
    return Object.entries(this.saved(threadId))
      .filter(([key]) => key.startsWith(' admitted '))
      .flatMap(([, { handBacks }]) => handBacks.flatMap(({ prompts }) => prompts.map(({ text }) => text)));
  }

  /** Returns the content of a prompt that a user resent without typing it. */
  private bodyOf(messageId: MessageId, threadId: ThreadId): PromptBody {
    const delivered = this.transcript(threadId).find(
      (item): item is UserItem => item.kind === 'user' && item.messageId === messageId,
    );
    const queued = this.registry
      .peek(threadId)
      ?.state.queue.prompts.find((prompt) => prompt.messageId === messageId);
    const back = this.handedBack.find((prompt) => prompt.messageId === messageId)?.body;
    // The receipt may arrive after the prompt was edited.
    return this.admittedAs.get(messageId) ?? delivered ?? queued ?? back ?? { text: '', images: [] };
  }

  private noteThread(thread: Thread): void {
    const known = this.seen.get(thread.id) ?? [];
    if (known.includes(thread)) return;
    this.seen.set(thread.id, [...known, thread]);
    // A thread that is read again counts its runs from the beginning.
    this.logWatch.forget(thread.id);
  }

  private received(message: PanelMessage, receive: () => void): void {
    const { request } = message;
    if (request.type !== 'edit-queued' && request.type !== 'remove-queued') {
      receive();
      return;
    }
    // Only a user may remove or replace texts.
    const queued = (): readonly PromptBody[] =>
      this.registry.peek(request.threadId)?.state.queue.prompts ?? [];
    const before = queued();
    receive();
    const after = queued();
    for (const prompt of before) this.typedTexts.add(prompt, -1);
    for (const prompt of after) this.typedTexts.add(prompt);
    if (after.length < before.length) this.removed.add(request.messageId);
  }

  private showNatively(
    request: DialogRequest,
    signal: AbortSignal,
  ): Promise<{ answer: DialogAnswer | 'cancel'; from: 'quick-pick' } | undefined> {
    return new Promise((resolve) => {
      const native: Native = {
        request,
        end: (answer) => {
          this.natives.splice(this.natives.indexOf(native), 1);
          resolve(answer === undefined ? undefined : { answer, from: 'quick-pick' });
        },
      };
      this.natives.push(native);
      signal.addEventListener('abort', () => {
        if (this.natives.includes(native)) native.end(undefined);
      });
    });
  }

  /** Records that pi aborts the current run of a thread. */
  aborted(threadId: ThreadId): void {
    const thread = this.registry.peek(threadId);
    const run = `${thread?.feed.epoch ?? threadId} ${String(thread?.generation)}`;
    if (this.abortedRuns.has(run)) this.violations.push('pi aborted the same run twice');
    this.abortedRuns.add(run);
  }
}
