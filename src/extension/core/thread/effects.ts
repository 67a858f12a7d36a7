import type { Generation } from '../../../protocol/ids';
import { toDisposable, type Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { ThreadRuntime } from '../ports/runtime';
import type { Answer, Effect, EventOf, Sender } from '../run/runState';
import type { BackgroundProcessReports } from './backgroundProcesses';
import { loadForKind, preparePrompt, runCommand, submitPrompt } from './promptDelivery';
import type { ThreadParts } from './threadParts';

/** Milliseconds after which a stop says what it waits for. */
const slowStopMs = 1500;

/** What the effects of a run need beside the thread's parts. */
export interface EffectContext {
  readonly thread: ThreadParts;
  readonly reports: BackgroundProcessReports;
  readonly answer: (answer: Answer) => void;
  /** Busy, waiting or live may have changed. */
  readonly changed: () => void;
  /** Publishes that the thread is held by a run of this number, or by nobody. */
  readonly publishStatus: (busy: boolean, generation: Generation) => void;
}

/** Performs the effects of one thread's runs, and keeps the timers that belong to them. */
export class Effects implements Disposable {
  private idleTimer: Disposable = toDisposable(() => undefined);
  private slowStopTimer: Disposable = toDisposable(() => undefined);
  /** The time at which the run was taken, until its first text has come. */
  private takenAt: number | undefined;
  private detached: ThreadRuntime | undefined;
  private disposed = false;

  constructor(private readonly context: EffectContext) {}

  perform(effect: Effect): void {
    const { thread, answer, changed } = this.context;
    switch (effect.do) {
      case 'publish':
        return thread.feed.publish(effect.observation);
      case 'answer':
        return answer(effect.answer);
      case 'log':
        return thread.deps.log[effect.level](
          effect.of === 'all' ? effect.line : `thread ${thread.id} ${effect.line}`,
        );
      case 'taken':
        return this.taken(effect.generation);
      case 'released':
        return this.released(effect.generation, effect.stopped);
      case 'changed':
        return changed();
      case 'ask-kind': {
        const { prompt, reserved } = effect;
        const kind = thread.slot.current?.promptKind(prompt.text) ?? 'unknown';
        return thread.dispatch({ on: 'kind', prompt, reserved, kind });
      }
      case 'load':
        void loadForKind(thread, effect.prompt, effect.reserved);
        return;
      case 'prepare':
        return preparePrompt(thread, effect.prompt);
      case 'submit':
        return submitPrompt(thread, effect.prompt);
      case 'run-command':
        return runCommand(thread, effect.prompt);
      case 'reject': {
        const { prompt, refusal } = effect;
        thread.deps.log.warn(`prompt ${prompt.messageId} rejected`);
        thread.feed.publish({ type: 'prompt-rejected', messageId: prompt.messageId, ...refusal });
        return thread.deps.handBack(thread.id, prompt.sender, [prompt], refusal.reason);
      }
      case 'return': {
        const { prompt, why } = effect;
        thread.deps.log.warn(`prompt ${prompt.messageId}: accepted, never delivered`);
        thread.feed.publish({ type: 'prompts-restored', messageIds: [prompt.messageId] });
        return thread.deps.handBack(thread.id, prompt.sender, [prompt], why);
      }
      case 'hand-back':
        return thread.deps.handBack(thread.id, effect.to, effect.prompts, undefined);
      case 'clear-queue':
        return this.clearQueue();
      case 'abort':
        return this.abort(effect.generation, effect.by);
      case 'questions':
        return this.questions(effect.to);
      case 'stop-ended':
        return this.slowStopTimer.dispose();
      case 'detach':
        this.detached = thread.slot.detach();
        return;
      case 'end-detached':
        return this.endDetached();
    }
  }

  /** Text of the model came. */
  textCame(): void {
    if (this.takenAt === undefined) return;
    const { id, deps, state } = this.context.thread;
    const ms = deps.clock.now() - this.takenAt;
    this.takenAt = undefined;
    deps.log.info(`thread ${id} run ${String(state.generation)} first delta after ${String(ms)} ms`);
  }

  /** May be called while effects are performed: a thread that comes free and that nobody follows is forgotten at once. */
  dispose(): void {
    this.disposed = true;
    this.idleTimer.dispose();
    this.slowStopTimer.dispose();
  }

  private taken(generation: Generation): void {
    const { id, deps, feed } = this.context.thread;
    this.idleTimer.dispose();
    this.context.publishStatus(true, generation);
    this.takenAt = deps.clock.now();
    feed.publish({ type: 'run-started', generation, at: this.takenAt });
    deps.log.info(`thread ${id} run ${String(generation)} acquired`);
  }

  /** The runtime stays: only the idle timer unloads it. */
  private released(generation: Generation, stopped: boolean): void {
    const { id, deps, feed } = this.context.thread;
    if (feed.state.activity !== undefined) feed.publish({ type: 'activity', activity: undefined });
    deps.log.info(`thread ${id} run ${String(generation)} released`);
    this.context.publishStatus(false, generation);
    this.armIdleTimer();
    deps.processes?.over(id);
    this.context.reports.report(stopped);
  }

  /** A clear that throws is logged, and the abort still goes. */
  private clearQueue(): void {
    const { thread } = this.context;
    let prompts: EventOf<'returned'>['prompts'] = [];
    try {
      prompts = thread.slot.current?.clearQueue() ?? [];
    } catch (error) {
      thread.deps.log.error(`thread ${thread.id}: the queue could not be cleared: ${messageOf(error)}`);
    }
    thread.dispatch({ on: 'returned', prompts });
  }

  private abort(generation: Generation, by: Sender): void {
    const { thread } = this.context;
    this.slowStopTimer.dispose();
    this.slowStopTimer = thread.deps.clock.after(slowStopMs, () => {
      thread.dispatch({ on: 'stop-slow', generation });
      this.sayWaitingFor(generation, by);
    });
    const ended = (ok: boolean): void => {
      thread.dispatch({ on: 'abort-ended', generation, ok });
    };
    const failed = (error: unknown): void => {
      thread.deps.log.error(`thread ${thread.id}: pi could not be told to stop: ${messageOf(error)}`);
      ended(false);
    };
    try {
      (thread.slot.current?.abort() ?? Promise.resolve()).then(() => {
        ended(true);
      }, failed);
    } catch (error) {
      queueMicrotask(() => {
        failed(error);
      });
    }
  }

  private sayWaitingFor(generation: Generation, by: Sender): void {
    const { id, deps, feed, slot, state } = this.context.thread;
    // pi may end a stop later than the run that it stopped.
    if (!state.busy || state.generation !== generation) return;
    const waitingFor = slot.current?.waitingFor() ?? 'pi';
    deps.log.warn(`thread ${id} run ${String(generation)} is stopping still, held by ${waitingFor}`);
    feed.publish({ type: 'stop-requested', generation, by: by.name, waitingFor });
  }

  private questions(to: 'abort' | 'dispose' | 'accept'): void {
    const { dialogs } = this.context.thread;
    if (to === 'accept') {
      dialogs.accept();
      return;
    }
    const outcome = to === 'abort' ? 'aborted' : 'disposed';
    dialogs.refuse(outcome);
    dialogs.settleAll(outcome);
  }

  private endDetached(): void {
    const { detached } = this;
    this.detached = undefined;
    // Not awaited: whatever kept the run may keep this, too.
    if (detached !== undefined)
      void this.context.thread.slot.end(detached).then(() => {
        this.context.reports.report(true);
      });
  }

  /** Never unloads while anything runs, waits, compacts or is asked. */
  private armIdleTimer(): void {
    const { thread } = this.context;
    const { id, deps, slot } = thread;
    this.idleTimer.dispose();
    const ms = deps.idleMs();
    if (ms <= 0 || this.disposed) return;
    deps.log.debug(`thread ${id} idle timer ${String(ms)} ms`);
    this.idleTimer = deps.clock.after(ms, () => {
      if (slot.current === undefined && !slot.building) return;
      const { busy, stop, queue, questions } = thread.state;
      const needed =
        busy ||
        stop !== undefined ||
        queue.prompts.length > 0 ||
        questions > 0 ||
        slot.current?.compacting === true ||
        slot.building;
      if (needed) this.armIdleTimer();
      else void slot.dispose();
    });
  }
}
