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

/** A question that the runtime asked, and what it heard. */
export interface Asking {
  readonly spec: DialogSpec;
  readonly signal: AbortController;
  readonly endings: DialogEnding[];
}

/**
 * A runtime that keeps to its port's contract and otherwise does whatever a story says, in any order that the contract
 * allows. A step that is not possible now does nothing and returns false.
 */
export class ChaosRuntime extends QuietRuntime implements ThreadRuntime {
  compacting = false;
  running = false;
  disposed = false;
  /** An abort resolves when the story says so, not as soon as the runtime is idle. */
  lateAbort = false;
  abortFails = false;
  clearFails = false;
  readonly asked: Asked[] = [];
  readonly handed: AdmittedPrompt[] = [];
  readonly askings: Asking[] = [];
  private unsaid: AdmittedPrompt | undefined;
  private waits: Deferred[] = [];
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
      throw new Error('it is stuck');
    }
    return this.handed.splice(0);
  }

  abort(): Promise<void> {
    if (this.abortFails) {
      this.abortFails = false;
      return Promise.reject(new Error('it is deaf'));
    }
    this.aborted();
    const wait = new Deferred();
    this.waits.push(wait);
    this.perhapsIdle();
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

  /** Takes a prompt that is no command of its own and begins a run with it. */
  accept(say: boolean): boolean {
    const at = this.asked.findIndex(({ kind }) => kind === 'none' || kind === 'prompt');
    if (at < 0 || this.running || this.compacting) return false;
    const [asked] = this.asked.splice(at, 1);
    if (asked === undefined) return false;
    asked.admission.accepted('started');
    this.running = true;
    this.host.runStarted();
    this.unsaid = asked.prompt;
    if (say) this.sayFirst();
    return true;
  }

  sayFirst(): boolean {
    const { unsaid } = this;
    this.unsaid = undefined;
    if (unsaid !== undefined) this.host.promptDelivered(unsaid.messageId);
    return unsaid !== undefined;
  }

  /** pi or an extension did what was to do. */
  handle(which: number): boolean {
    const [asked] = this.asked.splice(which % Math.max(1, this.asked.length), 1);
    if (asked?.prompt.text.startsWith('/reload') === true) this.reloadExtensions();
    asked?.admission.accepted('handled');
    this.perhapsIdle();
    return asked !== undefined;
  }

  reject(which: number): boolean {
    const [asked] = this.asked.splice(which % Math.max(1, this.asked.length), 1);
    asked?.admission.rejected({ reason: 'No model is chosen.' });
    this.perhapsIdle();
    return asked !== undefined;
  }

  /** A run that no prompt asked for. */
  begin(): boolean {
    if (this.running || this.compacting || this.waits.length > 0) return false;
    this.running = true;
    this.host.runStarted();
    return true;
  }

  /** One word, and so many more. */
  say(more: number): boolean {
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

  /** pi looks for steering between two turns, and says what it holds now or later. */
  turn(say: boolean): boolean {
    if (!this.running) return false;
    this.closeText();
    const steering = this.host.takeSteering();
    if (steering === undefined) return false;
    this.handed.push(steering);
    if (say) this.saySteering();
    return true;
  }

  saySteering(): boolean {
    const prompt = this.running ? this.handed.shift() : undefined;
    if (prompt !== undefined) this.host.promptDelivered(prompt.messageId);
    return prompt !== undefined;
  }

  settle(ending: { readonly aborted: boolean; readonly failed: boolean }): boolean {
    if (!this.running) return false;
    this.closeText();
    this.running = false;
    this.unsaid = undefined;
    // What was not said in this run is the core's again.
    this.handed.length = 0;
    this.host.runSettled(ending);
    this.perhapsIdle();
    return true;
  }

  compact(begin: boolean): boolean {
    if (begin === this.compacting || (begin && (this.running || this.waits.length > 0))) return false;
    this.compacting = begin;
    this.host.observe({ type: 'activity', activity: begin ? { kind: 'compacting' } : undefined });
    if (!begin) this.perhapsIdle();
    return true;
  }

  /** What a run is at between two turns: it waits to try again, compacts, or goes on. */
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

  /** Loaded anew, extensions have other commands: one comes or goes. */
  reloadExtensions(): void {
    const few = this.known.length < usualCommands.length;
    this.known = few ? usualCommands : usualCommands.filter(({ kind }) => kind !== 'extension');
    this.host.observe({ type: 'session-changed', patch: { commands: this.known } });
  }

  ask(spec: DialogSpec, timeout: number): void {
    const asking: Asking = { spec, signal: new AbortController(), endings: [] };
    this.askings.push(asking);
    void this.host
      .ask(spec, { signal: asking.signal.signal, ...(timeout === 0 ? {} : { timeout }) })
      .then((ending) => asking.endings.push(ending));
  }

  abortOver(): boolean {
    const waiting = this.lateAbort;
    this.lateAbort = false;
    this.perhapsIdle();
    return waiting;
  }

  /** One step towards doing nothing; false when it does nothing. */
  rest(): boolean {
    if (this.abortOver()) return true;
    if (this.compact(false)) return true;
    if (this.running) {
      this.sayFirst();
      return this.settle({ aborted: this.waits.length > 0, failed: false });
    }
    return this.accept(true) || this.handle(0);
  }

  private closeText(): void {
    const { text } = this;
    this.text = undefined;
    if (text !== undefined) this.host.observe({ type: 'item-changed', id: text, patch: { open: false } });
  }

  private perhapsIdle(): void {
    if (!this.idle || this.lateAbort) return;
    const { waits } = this;
    this.waits = [];
    for (const wait of waits) wait.resolve();
  }
}

/** Builds such runtimes: at once, when the story lets it, or not at all. */
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

  hold(): void {
    this.gate ??= new Deferred();
  }

  letBuild(): void {
    this.gate?.resolve();
    this.gate = undefined;
  }
}
