import * as l10n from '@vscode/l10n';
import type { Refusal, StopReceipt } from '../../../protocol/frames';
import type { Generation, MessageId, ThreadId } from '../../../protocol/ids';
import type { ThreadState, ThreadStatus } from '../../../protocol/threadState';
import { messageOf } from '../../base/errors';
import { FollowFeed } from '../feed/followFeed';
import { find, type QueueChange, type QueuedPrompt } from '../run/promptQueue';
import { idleState, type Answer, type RunEvent, type RunState, type Sender } from '../run/runState';
import { step } from '../run/step';
import { undeliveredOf } from '../run/transition';
import { BackgroundProcessReports } from './backgroundProcesses';
import { Effects } from './effects';
import { OpenDialogs } from './openDialogs';
import { makeRuntimeHost } from './runtimeHost';
import { PendingAnswers } from './pendingAnswers';
import { RuntimeSlot } from './runtimeSlot';
import type { ThreadDeps, ThreadParts } from './threadParts';

/** The answer to an admitted or refused prompt. */
export type PromptAnswer = Answer & { readonly to: 'prompt' };
type StopAnswer = Answer & { readonly to: 'stop' };
type StopReply = StopReceipt | Refusal;

/** One thread: its runs, its open questions, its runtime, and the feed of its observations. */
export class Thread implements ThreadParts {
  readonly feed: FollowFeed;
  readonly dialogs: OpenDialogs;
  readonly slot: RuntimeSlot;
  readonly processes: BackgroundProcessReports;
  private runs: RunState = idleState;
  private readonly events: RunEvent[] = [];
  private performing = false;
  /** The status after the effects performed so far. The state is ahead of the effects. */
  private published = { busy: false, generation: 0 };
  private readonly effects: Effects;
  private readonly prompts = new PendingAnswers<MessageId, PromptAnswer>();
  private readonly stops = new PendingAnswers<number, StopAnswer>();
  private stopRequests = 0;
  private saving = false;
  private lastChange: number;

  /** @param changed called when the thread's busy, waiting or live state has changed */
  constructor(
    readonly id: ThreadId,
    readonly deps: ThreadDeps,
    state: ThreadState,
    private readonly changed: (thread: Thread) => void,
  ) {
    const { log, clock } = deps;
    this.lastChange = clock.now();
    this.feed = new FollowFeed(state, { live: false, busy: false, generation: 0 }, (error) => {
      log.error(`thread ${id}: follower failed: ${messageOf(error)}`);
    });
    this.dialogs = new OpenDialogs(
      (observation) => {
        this.feed.publish(observation);
      },
      () => {
        this.dispatch({ on: 'questions', count: this.dialogs.size });
      },
      clock,
      log,
    );
    this.slot = new RuntimeSlot(
      id,
      // Tools run in the folder in which the thread was started, even if another folder is open.
      () => state.session.folder,
      deps.factory,
      (current) =>
        makeRuntimeHost(this, current, () => {
          this.effects.textCame();
        }),
      () => {
        this.publishStatus();
      },
      log,
    );
    this.processes = new BackgroundProcessReports(this);
    this.effects = new Effects({
      thread: this,
      reports: this.processes,
      answer: (answer) => {
        this.answer(answer);
      },
      changed: () => {
        changed(this);
      },
      publishStatus: (busy, generation) => {
        this.published = { busy, generation };
        this.lastChange = clock.now();
        this.publishStatus();
      },
    });
  }

  get state(): RunState {
    return this.runs;
  }

  get busy(): boolean {
    return this.runs.busy;
  }

  get generation(): Generation {
    return this.runs.generation;
  }

  /** When the thread was opened, or a run of it last started or ended, in milliseconds since the epoch. */
  get changedAt(): number {
    return this.lastChange;
  }

  get status(): ThreadStatus {
    return { live: this.slot.current !== undefined, ...this.published };
  }

  dispatch(event: RunEvent): void {
    this.events.push(event);
    if (this.performing) return;
    this.performing = true;
    try {
      for (let next = this.events.shift(); next !== undefined; next = this.events.shift()) this.take(next);
    } finally {
      this.performing = false;
    }
  }

  /** Admits a prompt. Everything after the answer is published on the feed. */
  admit(prompt: QueuedPrompt, command: boolean): PromptAnswer | Promise<PromptAnswer> {
    return this.prompts.ask(prompt.messageId, () => {
      this.dispatch({ on: 'prompt', prompt, command, live: this.slot.current !== undefined });
    });
  }

  /**
   * Stops the run. Never rejects.
   *
   * @param generation the run that the user saw; a later one is not touched
   */
  stop(generation: Generation | undefined, by: Sender): StopReply | Promise<StopReply> {
    const request = ++this.stopRequests;
    const live = this.slot.current !== undefined || this.slot.building;
    const answer = this.stops.ask(request, () => {
      this.dispatch({ on: 'stop', request, generation, by, live });
    });
    const reply = (known: StopAnswer): StopReply => stopReply(this.id, known);
    return answer instanceof Promise ? answer.then(reply) : reply(answer);
  }

  /** Abandons a run that doesn't end after a stop. Returns false if the run isn't being stopped. */
  abandon(generation: Generation): boolean {
    if (this.runs.stop?.generation !== generation || !this.busy || this.generation !== generation)
      return false;
    const name = this.slot.current?.waitingFor();
    this.dispatch({
      on: 'abandon',
      generation,
      notice: {
        kind: 'notice',
        id: `let-go-${String(generation)}`,
        level: 'warning',
        text:
          name === undefined
            ? l10n.t('Stopped without waiting. Work that pi started may still be running.')
            : l10n.t('Stopped without waiting for {name}. Work it started may still be running.', { name }),
      },
    });
    return true;
  }

  /** Changes the queue for the user. Returns false if the prompt is gone or there is nothing to resume. */
  changeQueue(change: QueueChange): boolean {
    if (change.type === 'resume') {
      this.dispatch({ on: 'queue', change });
      return this.runs.queue.prompts.length > 0 || this.busy;
    }
    if (change.type === 'edit' && change.text.trim() === '') return false;
    const there = find(this.runs.queue, change.messageId) !== undefined;
    this.dispatch({ on: 'queue', change });
    return there;
  }

  /**
   * Closes the thread. Settles questions first, so that nothing waits for the user. Undelivered prompts go to the
   * draft. Never rejects.
   */
  async dispose(): Promise<void> {
    this.effects.dispose();
    this.dispatch({ on: 'close' });
    await this.slot.dispose();
  }

  private take(event: RunEvent): void {
    const before = { ...this.runs, compacting: this.slot.current?.compacting === true };
    const [state, effects] = step(before, event);
    this.runs = state;
    if (state.agent !== before.agent || state.queue !== before.queue || state.steering !== before.steering)
      this.saveUndelivered();
    for (const effect of effects) {
      try {
        this.effects.perform(effect);
      } catch (error) {
        this.deps.log.error(`thread ${this.id}: ${effect.do} failed: ${messageOf(error)}`);
      }
    }
  }

  private answer(answer: Answer): void {
    if (answer.to === 'stop') this.stops.answer(answer.request, answer);
    else this.prompts.answer(answer.messageId, answer);
  }

  /**
   * Saves after the current turn of the event loop, because a prompt may be in two places or in none during the turn.
   */
  private saveUndelivered(): void {
    const { saveUndelivered } = this.deps;
    if (saveUndelivered === undefined || this.saving) return;
    this.saving = true;
    queueMicrotask(() => {
      this.saving = false;
      const { agent, steering, queue, stop } = this.runs;
      const { own = [], returned = [], queued = [] } = stop?.waiting ?? {};
      const kept = [...own, ...undeliveredOf(agent), ...steering, ...returned, ...queued, ...queue.prompts];
      saveUndelivered(this.id, kept);
    });
  }

  private publishStatus(): void {
    this.feed.publishStatus(this.status);
    this.changed(this);
  }
}

function stopReply(threadId: ThreadId, answer: StopAnswer): StopReply {
  if ('restored' in answer) {
    return { ok: true, threadId, outcome: 'aborted', restored: answer.restored.map(({ text }) => text) };
  }
  switch (answer.refused) {
    case 'not-live':
      return {
        ok: false,
        code: 'not-live',
        message: l10n.t("Nothing to stop: pi isn't running in this thread."),
      };
    case 'idle':
      return { ok: false, code: 'idle', message: l10n.t('Nothing is running in this thread.') };
    case 'run-over':
      return { ok: false, code: 'idle', message: l10n.t('That run has already ended.') };
  }
}
