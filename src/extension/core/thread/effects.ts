import type { Generation } from '../../../protocol/ids';
import { toDisposable, type Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { ThreadRuntime } from '../ports/runtime';
import type { Answer, Effect, EventOf, Sender } from '../run/runState';
import type { BackgroundProcessReports } from './backgroundProcesses';
import { loadForKind, preparePrompt, runCommand, submitPrompt } from './promptDelivery';
import type { ThreadParts } from './threadParts';

/** Milliseconds after which a stop reports what it waits for. */
const slowStopMs = 1500;

/** The thread's parts and callbacks that effects need. */
export interface EffectContext {
  readonly thread: ThreadParts;
  readonly reports: BackgroundProcessReports;
  readonly answer: (answer: Answer) => void;
  /** Called when the thread's busy, waiting or live state may have changed. */
  readonly changed: () => void;
  /** Publishes whether the thread is busy, and the number of its run. */
  readonly publishStatus: (busy: boolean, generation: Generation) => void;
}

/** Performs the effects of one thread's runs, and owns their timers. */
export class Effects implements Disposable {
  private idleTimer: Disposable = toDisposable(() => undefined);
  private slowStopTimer: Disposable = toDisposable(() => undefined);
  /** The start time of the run. Undefined once the model's first text has arrived. */
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
        thread.deps.log.warn(`prompt ${prompt.messageId}: rejected`);
        thread.feed.publish({ type: 'prompt-rejected', messageId: prompt.messageId, ...refusal });
        return thread.deps.handBack(thread.id, prompt.sender, [prompt], refusal.reason);
      }
      case 'return': {
        const { prompt, why } = effect;
        thread.deps.log.warn(`prompt ${prompt.messageId}: accepted but not delivered`);
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

  /** Reports that text of the model has arrived. */
  textCame(): void {
    if (this.takenAt === undefined) return;
    const { id, deps, state } = this.context.thread;
    const ms = deps.clock.now() - this.takenAt;
    this.takenAt = undefined;
    deps.log.info(`thread ${id} run ${String(state.generation)}: first text after ${String(ms)} ms`);
  }

  /** May be called while effects are performed, because a released thread without followers is forgotten at once. */
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
    deps.log.info(`thread ${id} run ${String(generation)}: started`);
  }

  /** Ends a run. Only the idle timer unloads the runtime. */
  private released(generation: Generation, stopped: boolean): void {
    const { id, deps, feed } = this.context.thread;
    if (feed.state.activity !== undefined) feed.publish({ type: 'activity', activity: undefined });
    deps.log.info(`thread ${id} run ${String(generation)}: ended`);
    this.context.publishStatus(false, generation);
    this.armIdleTimer();
    deps.processes?.over(id);
    this.context.reports.report(stopped);
  }

  /** Empties pi's queue. A failure must not prevent the abort. */
  private clearQueue(): void {
    const { thread } = this.context;
    let prompts: EventOf<'returned'>['prompts'] = [];
    try {
      prompts = thread.slot.current?.clearQueue() ?? [];
    } catch (error) {
      thread.deps.log.error(`thread ${thread.id}: clearing the queue failed: ${messageOf(error)}`);
    }
    thread.dispatch({ on: 'returned', prompts });
  }

  private abort(generation: Generation, by: Sender): void {
    const { thread } = this.context;
    this.slowStopTimer.dispose();
    this.slowStopTimer = thread.deps.clock.after(slowStopMs, () => {
      thread.dispatch({ on: 'stop-slow', generation });
      this.reportWaitingFor(generation, by);
    });
    const ended = (ok: boolean): void => {
      thread.dispatch({ on: 'abort-ended', generation, ok });
    };
    const failed = (error: unknown): void => {
      thread.deps.log.error(`thread ${thread.id}: abort failed: ${messageOf(error)}`);
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

  private reportWaitingFor(generation: Generation, by: Sender): void {
    const { id, deps, feed, slot, state } = this.context.thread;
    // pi may end the stop after the stopped run.
    if (!state.busy || state.generation !== generation) return;
    const waitingFor = slot.current?.waitingFor() ?? 'pi';
    deps.log.warn(`thread ${id} run ${String(generation)}: still stopping, waiting for ${waitingFor}`);
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
    // Not awaited, because the cause that kept the run from ending may also delay this.
    if (detached !== undefined)
      void this.context.thread.slot.end(detached).then(() => {
        this.context.reports.report(true);
      });
  }

  /** Starts the idle timer again. The timer never unloads the runtime during a run, a compaction or a question. */
  private armIdleTimer(): void {
    const { thread } = this.context;
    const { id, deps, slot } = thread;
    this.idleTimer.dispose();
    const ms = deps.idleMs();
    if (ms <= 0 || this.disposed) return;
    deps.log.debug(`thread ${id}: idle timer started, ${String(ms)} ms`);
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
