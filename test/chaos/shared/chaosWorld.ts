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
import { Ledger } from './ledger';
import { LogWatch } from './logWatch';

/** A question shown natively, until the story does something with it. */
interface Native {
  readonly request: DialogRequest;
  readonly end: (answer: DialogAnswer | 'cancel' | undefined) => void;
}

type Saved = Readonly<
  Record<string, { draft?: PromptBody; handBacks: readonly { prompts: readonly PromptBody[] }[] }>
>;

/** The whole core with real panels, a clock that stands still, and eyes on everything that must hold at any moment. */
export class ChaosWorld {
  readonly clock = new FakeClock();
  readonly panels: ChaosPanel[] = [];
  readonly violations: string[] = [];
  /** Each thread's object, newest last: a forgotten one that goes on is a fault. */
  readonly seen = new Map<ThreadId, Thread[]>();
  /** Words that people gave to Enso and did not take away again. */
  readonly typed = new Ledger();
  /** Message ids of receipts, and what became of them by a person's or the host's hand. */
  readonly admitted = new Map<MessageId, ThreadId>();
  readonly handedBack: { readonly messageId: MessageId; readonly body: PromptBody }[] = [];
  /** What prompts said when they were admitted. */
  private readonly admittedAs = new Map<MessageId, PromptBody>();
  readonly removed = new Set<MessageId>();
  readonly natives: Native[] = [];
  readonly files = new Map<string, unknown>();
  readonly factory: ChaosFactory;
  readonly registry: ThreadRegistry;
  readonly drafts: DraftRepository;
  readonly crowd: Panels;
  readonly attention: Attention;
  readonly surfaces: NativeDialogs;
  private readonly deps: PanelDeps;
  private readonly watched = new LogWatch((what) => this.violations.push(what));
  private readonly abortedRuns = new Set<string>();
  private readonly shown = new Map<string, ThreadId>();
  private first: ThreadId | undefined;

  /** `factory` builds the runtimes in place of the scripted ones, and they work in `folder`. */
  constructor(
    factory?: RuntimeFactory,
    folder = '/folder',
    /** What people try after a slash. */
    readonly commands: readonly string[] = ['/mode', '/compact', '/skill:tidy', '/nope', '/reload'],
  ) {
    this.factory = new ChaosFactory((threadId) => {
      this.aborted(threadId);
    });
    const { log } = this.watched;
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
    this.crowd = new Panels(this.drafts);
    const panels = this.crowd;
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
    this.surfaces = new NativeDialogs(
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
        answerNatively: (threadId, dialogId) => {
          this.surfaces.show(threadId, dialogId);
        },
        nextStep: () => undefined,
      },
    };
    registry.onDidChange((thread) => {
      this.meet(thread);
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
        if (again) this.typed.add(this.bodyOf(reply.messageId, reply.threadId));
      },
      violated: (what) => this.violations.push(what),
    });
    this.panels.push(panel);
    return panel;
  }

  /** All that waits for nothing but its turn runs. */
  async drain(): Promise<void> {
    await setImmediate();
    for (const thread of this.registry.open) this.meet(thread);
  }

  /** The transcript as a session file would have it. */
  transcript(threadId: ThreadId): readonly Item[] {
    const thread = this.registry.peek(threadId) ?? this.seen.get(threadId)?.at(-1);
    return thread?.feed.state.items ?? [];
  }

  /** Every place in which a person finds words again, once drafts are saved. */
  async places(): Promise<readonly { readonly place: string; readonly body: PromptBody }[]> {
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
        // What a closed panel had is whoever's opens the thread next.
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

  /** Words that are not there as often as they were typed, with where they are. */
  async lostOrDoubled(): Promise<readonly string[]> {
    const places = await this.places();
    const found = new Ledger();
    for (const { body } of places) found.add(body);
    const where = places.map(({ place, body }) => `${place}: '${body.text.replaceAll('\n', ' ')}'`);
    return found
      .minus(this.typed)
      .map((difference) => `words: ${difference}; there is ${where.join('; ') || 'nothing'}`);
  }

  close(panel: ChaosPanel): void {
    for (const entry of panel.close()) this.typed.add(entry, -1);
  }

  saved(threadId: ThreadId): Saved {
    return (this.files.get(`draft-${threadId}`) ?? {}) as Saved;
  }

  /** What a host that is killed now would leave to the next one, of all that it has admitted. */
  leftWhenKilled(threadId: ThreadId): readonly string[] {
    return Object.entries(this.saved(threadId))
      .filter(([key]) => key.startsWith(' admitted '))
      .flatMap(([, { handBacks }]) => handBacks.flatMap(({ prompts }) => prompts.map(({ text }) => text)));
  }

  /** Words that a person did not type anew. */
  private bodyOf(messageId: MessageId, threadId: ThreadId): PromptBody {
    const said = this.transcript(threadId).find(
      (item): item is UserItem => item.kind === 'user' && item.messageId === messageId,
    );
    const waits = this.registry
      .peek(threadId)
      ?.state.queue.prompts.find((prompt) => prompt.messageId === messageId);
    const back = this.handedBack.find((prompt) => prompt.messageId === messageId)?.body;
    // Its receipt may come once it was edited.
    return this.admittedAs.get(messageId) ?? said ?? waits ?? back ?? { text: '', images: [] };
  }

  private meet(thread: Thread): void {
    const known = this.seen.get(thread.id) ?? [];
    if (known.includes(thread)) return;
    this.seen.set(thread.id, [...known, thread]);
    // Read again after it was forgotten: its runs are counted anew.
    this.watched.forget(thread.id);
  }

  private received(message: PanelMessage, receive: () => void): void {
    const { request } = message;
    if (request.type !== 'edit-queued' && request.type !== 'remove-queued') {
      receive();
      return;
    }
    // A person takes words away, or puts others in their place: the one way in which words may go.
    const waiting = (): readonly PromptBody[] =>
      this.registry.peek(request.threadId)?.state.queue.prompts ?? [];
    const before = waiting();
    receive();
    const after = waiting();
    for (const prompt of before) this.typed.add(prompt, -1);
    for (const prompt of after) this.typed.add(prompt);
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

  /** pi is told to stop. */
  aborted(threadId: ThreadId): void {
    const thread = this.registry.peek(threadId);
    const run = `${thread?.feed.epoch ?? threadId} ${String(thread?.generation)}`;
    if (this.abortedRuns.has(run)) this.violations.push('pi was told to abort the same run twice');
    this.abortedRuns.add(run);
  }
}
