import type { DialogEnding, DialogSpec } from '../../../src/protocol/dialog';
import type { MessageId, ThreadId } from '../../../src/protocol/ids';
import type { PromptBody } from '../../../src/protocol/item';
import type { Activity } from '../../../src/protocol/observation';
import { Deferred } from '../../../src/extension/base/deferred';
import type {
  Admission,
  AdmittedPrompt,
  PromptKind,
  RuntimeHost,
  ThreadRuntime,
} from '../../../src/extension/core/ports/runtime';
import { QuietRuntime, usualCommands } from '../../fixtures/core/quietRuntime';

interface Asked {
  readonly prompt: AdmittedPrompt;
  readonly admission: Admission;
  readonly kind: PromptKind;
}

/** A question that the runtime asked, with its endings. */
export interface AskedQuestion {
  readonly spec: DialogSpec;
  readonly signal: AbortController;
  readonly endings: DialogEnding[];
}

/**
 * A runtime that follows the contract of its port and takes its steps from a story, in any order that the contract
 * allows. A step that isn't possible does nothing and returns false.
 */
export class ChaosRuntime extends QuietRuntime implements ThreadRuntime {
  compacting = false;
  running = false;
  disposed = false;
  /** An abort resolves by a step of the story instead of as soon as the runtime is idle. */
  slowAbort = false;
  abortFails = false;
  clearFails = false;
  readonly asked: Asked[] = [];
  readonly steering: AdmittedPrompt[] = [];
  readonly questions: AskedQuestion[] = [];
  private undelivered: AdmittedPrompt | undefined;
  private aborts: Deferred[] = [];
  private items = 0;
  private words = 0;
  private text: string | undefined;

  constructor(
    threadId: ThreadId,
    host: RuntimeHost,
    private readonly number: number,
    private readonly aborted: () => void,
  ) {
    super(threadId, host, usualCommands);
  }

  get idle(): boolean {
    return !this.running && !this.compacting && this.asked.length === 0;
  }

  prompt(prompt: AdmittedPrompt, admission: Admission): void {
    this.asked.push({ prompt, admission, kind: this.promptKind(prompt.text) });
  }

  clearQueue(): readonly (PromptBody & { readonly messageId?: MessageId })[] {
    if (this.clearFails) {
      this.clearFails = false;
      throw new Error('the queue is stuck');
    }
    return this.steering.splice(0);
  }

  abort(): Promise<void> {
    if (this.abortFails) {
      this.abortFails = false;
      return Promise.reject(new Error('the abort failed'));
    }
    this.aborted();
    const wait = new Deferred();
    this.aborts.push(wait);
    this.resolveAbortsIfIdle();
    return wait.promise;
  }

  override reload(): Promise<void> {
    this.reloadExtensions();
    return Promise.resolve();
  }

  dispose(): Promise<void> {
    this.disposed = true;
    return Promise.resolve();
  }

  /** Accepts a prompt and starts a run with it. */
  accept(deliver: boolean): boolean {
    const at = this.asked.findIndex(({ kind }) => kind === 'none' || kind === 'prompt');
    if (at < 0 || this.running || this.compacting) return false;
    const [asked] = this.asked.splice(at, 1);
    if (asked === undefined) return false;
    asked.admission.accepted('started');
    this.running = true;
    this.host.runStarted();
    this.undelivered = asked.prompt;
    if (deliver) this.deliverFirst();
    return true;
  }

  deliverFirst(): boolean {
    const { undelivered } = this;
    this.undelivered = undefined;
    if (undelivered !== undefined) this.host.promptDelivered(undelivered.messageId);
    return undelivered !== undefined;
  }

  /** Reports a command as handled by pi or an extension. */
  handle(which: number): boolean {
    const [asked] = this.asked.splice(which % Math.max(1, this.asked.length), 1);
    if (asked?.prompt.text.startsWith('/reload') === true) this.reloadExtensions();
    asked?.admission.accepted('handled');
    this.resolveAbortsIfIdle();
    return asked !== undefined;
  }

  reject(which: number): boolean {
    const [asked] = this.asked.splice(which % Math.max(1, this.asked.length), 1);
    asked?.admission.rejected({ reason: 'No model is chosen.' });
    this.resolveAbortsIfIdle();
    return asked !== undefined;
  }

  /** Starts a run without a prompt. */
  beginOwnRun(): boolean {
    if (this.running || this.compacting || this.aborts.length > 0) return false;
    this.running = true;
    this.host.runStarted();
    return true;
  }

  /** Streams one word and so many more. */
  stream(more: number): boolean {
    if (!this.running) return false;
    if (this.text === undefined) {
      this.items += 1;
      this.text = `r${String(this.number)}-${String(this.items)}`;
      this.host.observe({ type: 'item-added', item: { kind: 'text', id: this.text, text: '', open: true } });
    }
    for (let n = 0; n <= more; n += 1) {
      this.words += 1;
      this.host.observe({ type: 'text-delta', id: this.text, delta: `${String(this.words)} ` });
    }
    return true;
  }

  /** Takes steering between two turns, and delivers it now or by a later step. */
  turn(deliver: boolean): boolean {
    if (!this.running) return false;
    this.closeText();
    const steering = this.host.takeSteering();
    if (steering === undefined) return false;
    this.steering.push(steering);
    if (deliver) this.deliverSteering();
    return true;
  }

  deliverSteering(): boolean {
    const prompt = this.running ? this.steering.shift() : undefined;
    if (prompt !== undefined) this.host.promptDelivered(prompt.messageId);
    return prompt !== undefined;
  }

  settle(ending: { readonly aborted: boolean; readonly failed: boolean }): boolean {
    if (!this.running) return false;
    this.closeText();
    this.running = false;
    this.undelivered = undefined;
    // The end of a run returns undelivered steering to the core.
    this.steering.length = 0;
    this.host.runSettled(ending);
    this.resolveAbortsIfIdle();
    return true;
  }

  compact(begin: boolean): boolean {
    if (begin === this.compacting || (begin && (this.running || this.aborts.length > 0))) return false;
    this.compacting = begin;
    this.host.observe({ type: 'activity', activity: begin ? { kind: 'compacting' } : undefined });
    if (!begin) this.resolveAbortsIfIdle();
    return true;
  }

  /** Reports an activity between two turns: a retry, a compaction or thinking. */
  between(how: number): boolean {
    if (!this.running) return false;
    this.closeText();
    const at: readonly Activity[] = [
      { kind: 'retrying', attempt: 1, attempts: 3, at: 0, why: 'The model is busy.' },
      { kind: 'compacting' },
      { kind: 'thinking' },
    ];
    this.host.observe({ type: 'activity', activity: at[how % at.length] });
    return true;
  }

  /** Reloads extensions, which adds or removes a command. */
  reloadExtensions(): void {
    const reduced = this.known.length < usualCommands.length;
    this.known = reduced ? usualCommands : usualCommands.filter(({ kind }) => kind !== 'extension');
    this.host.observe({ type: 'session-changed', patch: { commands: this.known } });
  }

  ask(spec: DialogSpec, timeout: number): void {
    const question: AskedQuestion = { spec, signal: new AbortController(), endings: [] };
    this.questions.push(question);
    void this.host
      .ask(spec, { signal: question.signal.signal, ...(timeout === 0 ? {} : { timeout }) })
      .then((ending) => question.endings.push(ending));
  }

  endSlowAbort(): boolean {
    const waiting = this.slowAbort;
    this.slowAbort = false;
    this.resolveAbortsIfIdle();
    return waiting;
  }

  /** Takes one step towards idle. Returns false when the runtime is idle. */
  rest(): boolean {
    if (this.endSlowAbort()) return true;
    if (this.compact(false)) return true;
    if (this.running) {
      this.deliverFirst();
      return this.settle({ aborted: this.aborts.length > 0, failed: false });
    }
    return this.accept(true) || this.handle(0);
  }

  private closeText(): void {
    const { text } = this;
    this.text = undefined;
    if (text !== undefined) this.host.observe({ type: 'item-changed', id: text, patch: { open: false } });
  }

  private resolveAbortsIfIdle(): void {
    if (!this.idle || this.slowAbort) return;
    const { aborts } = this;
    this.aborts = [];
    for (const wait of aborts) wait.resolve();
  }
}

/** Builds scripted runtimes: at once, after a step of the story, or not at all. */
export class ChaosFactory {
  readonly built: ChaosRuntime[] = [];
  fails = false;
  private gate: Deferred | undefined;

  constructor(private readonly aborted: (threadId: ThreadId) => void) {}

  async create({ threadId, host }: { threadId: ThreadId; host: RuntimeHost }): Promise<ThreadRuntime> {
    await this.gate?.promise;
    if (this.fails) throw new Error('The session cannot be built.');
    const runtime = new ChaosRuntime(threadId, host, this.built.length, () => {
      this.aborted(threadId);
    });
    this.built.push(runtime);
    return runtime;
  }

  holdBuilds(): void {
    this.gate ??= new Deferred();
  }

  releaseBuilds(): void {
    this.gate?.resolve();
    this.gate = undefined;
  }
}
