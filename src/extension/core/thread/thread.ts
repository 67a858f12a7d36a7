import type { Generation, ItemId, MessageId, ThreadId } from '../../../protocol/ids';
import type { PromptBody } from '../../../protocol/item';
import type { ThreadState, ThreadStatus } from '../../../protocol/threadState';
import { toDisposable, type Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import { OpenDialogs } from './openDialogs';
import { FollowFeed } from '../feed/followFeed';
import { reportBackgroundProcesses } from './backgroundProcesses';
import type { Clock } from '../../base/clock';
import type { EditorCommand } from '../ports/panel';
import type { BackgroundProcess, BackgroundProcesses } from '../ports/processes';
import type { PromptRefusal, RuntimeFactory } from '../ports/runtime';
import type { Log } from '../../base/log';
import { PromptQueue, type QueuedPrompt } from './promptQueue';
import { makeRuntimeHost, type ComposerAccess } from './runtimeHost';
import { advance } from './run';
import { RuntimeSlot } from './runtimeSlot';

/** Who stopped: a panel, or (no id) a command. */
export interface Sender {
  readonly panelId: string | undefined;
  readonly name: string;
}

/** Hands prompts back to a panel, or to the thread's draft. `why` is for the person. */
export type HandBackPrompts = (
  threadId: ThreadId,
  panelId: string | undefined,
  prompts: readonly PromptBody[],
  why: string | undefined,
) => void;

export interface ThreadDeps {
  readonly factory: RuntimeFactory;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds after which an idle runtime is let go; 0 keeps it. */
  readonly idleMs: () => number;
  readonly handBack: HandBackPrompts;
  readonly composer: ComposerAccess;
  readonly commands: readonly EditorCommand[];
  readonly processes?: BackgroundProcesses;
  /** Is told what was admitted and not given to the model yet, whenever that is something else. */
  readonly saveUndelivered?: (threadId: ThreadId, prompts: readonly PromptBody[]) => void;
  /** Busy, waiting or live changed. */
  readonly changed: (thread: Thread) => void;
}

/** The right to run, given out one at a time. */
export interface Lease {
  readonly generation: Generation;
}

/** The prompt that the agent is being given or works on. */
export interface CurrentPrompt {
  readonly prompt: QueuedPrompt;
  readonly origin: 'taken' | 'queue';
  /** pi has it; before that it can simply be taken back. */
  given: boolean;
  /** A run goes on with it. */
  started: boolean;
  delivered: boolean;
  stopped: boolean;
}

export interface Stopping {
  readonly generation: Generation;
  readonly sender: Sender;
  /** Runs out when the stop takes long. */
  readonly slowStopTimer: Disposable;
  /** Those that ran when it came. One that is begun after it is none of its. */
  readonly commands: readonly MessageId[];
  /** pi is idle, and what still keeps the stop from its end are commands. Called when none of them is left. */
  commandsOver?: () => void;
}

/** One thread: whose turn it is, what waits, what is asked, and the feed that tells of all of it. */
export class Thread {
  readonly feed: FollowFeed;
  readonly dialogs: OpenDialogs;
  readonly queue: PromptQueue;
  readonly slot: RuntimeSlot;
  generation: Generation = 0;
  lease: Lease | undefined;
  agent: 'idle' | 'admitting' | 'running' = 'idle';
  stopping: Stopping | undefined;
  /** Steering prompts that pi holds and has not said. */
  readonly steering = new Map<MessageId, QueuedPrompt>();
  /** Extension commands that run now. */
  readonly commands = new Set<MessageId>();
  /** Processes that were said to live on, by the notice that names them. */
  readonly reportedProcesses = new Map<ItemId, readonly BackgroundProcess[]>();
  processNotices = 0;
  disposed = false;
  private idleTimer: Disposable = toDisposable(() => undefined);
  /** When the run was taken, until its first text has come. */
  private takenAt: number | undefined;
  private hand: CurrentPrompt | undefined;
  private telling = false;

  constructor(
    readonly id: ThreadId,
    readonly deps: ThreadDeps,
    state: ThreadState,
  ) {
    const { log, clock } = deps;
    this.feed = new FollowFeed(state, { live: false, busy: false, generation: 0 }, (error) => {
      log.error(`a follower of thread ${id} failed: ${messageOf(error)}`);
    });
    this.queue = new PromptQueue((items, paused) => {
      this.feed.publish({ type: 'queue', items, paused });
      this.undeliveredChanged();
    });
    this.dialogs = new OpenDialogs(
      (observation) => {
        this.feed.publish(observation);
      },
      () => {
        this.dialogsChanged();
      },
      clock,
      log,
    );
    this.slot = new RuntimeSlot(
      id,
      // Where the thread began is where its tools run, whatever folder is open.
      () => state.session.folder,
      deps.factory,
      (current) => makeRuntimeHost(this, deps.composer, current),
      () => {
        this.publishStatus();
      },
      log,
    );
  }

  get current(): CurrentPrompt | undefined {
    return this.hand;
  }

  set current(inHand: CurrentPrompt | undefined) {
    this.hand = inHand;
    this.undeliveredChanged();
  }

  /** What was admitted and not said: in hand, held by pi, or waiting. */
  private get undelivered(): readonly QueuedPrompt[] {
    const own = this.hand === undefined || this.hand.delivered ? [] : [this.hand.prompt];
    return [...own, ...this.steering.values(), ...this.queue.all];
  }

  /** Told once this turn is over: in the middle of it a prompt may be in no place, or in two. */
  undeliveredChanged(): void {
    const { saveUndelivered } = this.deps;
    if (saveUndelivered === undefined || this.telling) return;
    this.telling = true;
    queueMicrotask(() => {
      this.telling = false;
      saveUndelivered(this.id, this.undelivered);
    });
  }

  get busy(): boolean {
    return this.lease !== undefined;
  }

  get status(): ThreadStatus {
    return { live: this.slot.current !== undefined, busy: this.busy, generation: this.generation };
  }

  /** Takes the idle thread. Everybody hears the run's number before the lease is handed out. */
  take(): Lease {
    this.idleTimer.dispose();
    const lease = { generation: ++this.generation };
    this.lease = lease;
    this.publishStatus();
    this.takenAt = this.deps.clock.now();
    this.feed.publish({ type: 'run-started', generation: lease.generation, at: this.takenAt });
    this.deps.log.info(`thread ${this.id} run ${String(lease.generation)} acquired`);
    return lease;
  }

  /** Gives the lease back and arms the idle timer; the runtime stays. An old lease changes nothing. */
  release(lease: Lease): void {
    if (this.lease !== lease) {
      this.deps.log.warn(`thread ${this.id} run ${String(lease.generation)} released again: nothing changed`);
      return;
    }
    this.lease = undefined;
    if (this.feed.state.activity !== undefined) this.feed.publish({ type: 'activity', activity: undefined });
    this.deps.log.info(`thread ${this.id} run ${String(lease.generation)} released`);
    this.publishStatus();
    this.armIdleTimer();
    this.deps.processes?.over(this.id);
    reportBackgroundProcesses(this, this.stopping !== undefined);
  }

  /** Text of the model came. */
  firstDelta(): void {
    if (this.takenAt === undefined) return;
    const ms = this.deps.clock.now() - this.takenAt;
    this.takenAt = undefined;
    this.deps.log.info(`thread ${this.id} run ${String(this.generation)} first delta after ${String(ms)} ms`);
  }

  /** Prompts come back to whoever stopped. */
  restore(prompts: readonly QueuedPrompt[]): void {
    if (prompts.length === 0) return;
    this.feed.publish({ type: 'prompts-restored', messageIds: prompts.map((prompt) => prompt.messageId) });
    this.deps.handBack(this.id, this.stopping?.sender.panelId, prompts, undefined);
  }

  /** Says on the feed that a prompt was refused, and gives its words back to whoever sent it. */
  reject(prompt: QueuedPrompt, refusal: PromptRefusal): void {
    this.deps.log.warn(`prompt ${prompt.messageId} rejected`);
    this.feed.publish({ type: 'prompt-rejected', messageId: prompt.messageId, ...refusal });
    this.deps.handBack(this.id, prompt.sender, [prompt], refusal.reason);
  }

  private giveBackUnsaid(): void {
    const { current } = this;
    if (current !== undefined) current.stopped = true;
    this.current = undefined;
    const own = current === undefined || current.delivered ? [] : [current.prompt];
    const unsaid = [...own, ...this.steering.values(), ...this.queue.clear()];
    this.steering.clear();
    this.restore(unsaid);
  }

  private dialogsChanged(): void {
    if (this.dialogs.size > 0 && this.lease === undefined) this.take();
    this.deps.changed(this);
    advance(this);
  }

  private publishStatus(): void {
    this.feed.publishStatus(this.status);
    this.deps.changed(this);
  }

  /** Never while anything runs, waits, compacts or is asked. */
  private armIdleTimer(): void {
    this.idleTimer.dispose();
    const ms = this.deps.idleMs();
    if (ms <= 0 || this.disposed) return;
    this.deps.log.debug(`thread ${this.id} idle timer ${String(ms)} ms`);
    this.idleTimer = this.deps.clock.after(ms, () => {
      if (this.slot.current === undefined && !this.slot.building) return;
      const needed =
        this.busy ||
        this.stopping !== undefined ||
        this.queue.length > 0 ||
        this.dialogs.size > 0 ||
        this.slot.current?.compacting === true ||
        this.slot.building;
      if (needed) this.armIdleTimer();
      else void this.slot.dispose();
    });
  }

  /**
   * Ends everything: questions first, so that nothing waits for a person. What pi was not given or has not said goes to
   * the draft. Never rejects.
   */
  async dispose(): Promise<void> {
    this.disposed = true;
    this.idleTimer.dispose();
    this.giveBackUnsaid();
    this.stopping?.slowStopTimer.dispose();
    this.dialogs.refuse('disposed');
    this.dialogs.settleAll('disposed');
    await this.slot.dispose();
  }
}
