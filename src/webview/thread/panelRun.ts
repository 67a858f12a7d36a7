import type { Generation, PromptKey } from '../../protocol/ids';
import type { ThreadStatus } from '../../protocol/threadState';

/**
 * The run that this panel waits for. Opens when a prompt is sent and gets its number from the receipt. Only a status
 * past that number closes the run, because the end of an earlier run doesn't concern a prompt whose receipt is pending.
 */
export class PanelRun {
  private readonly pending = new Set<PromptKey>();
  private openGeneration: Generation | undefined;
  private status: ThreadStatus | undefined;
  private queued = false;
  /** The number of queued prompts in the thread. Unknown at first. */
  private waiting: number | undefined;

  get open(): boolean {
    return this.pending.size > 0 || this.openGeneration !== undefined;
  }

  /** The number of the run, known from the first receipt on. */
  get generation(): Generation | undefined {
    return this.openGeneration;
  }

  get awaitingReceipt(): boolean {
    return this.pending.size > 0;
  }

  promptSent(key: PromptKey): void {
    this.pending.add(key);
  }

  /** @param queued whether the prompt is queued, so that the run with that number may not have started */
  receiptReceived(key: PromptKey, generation: Generation, queued = false): void {
    // A late receipt of the previous thread doesn't concern this thread's run.
    if (!this.pending.delete(key)) return;
    this.openGeneration = Math.max(this.openGeneration ?? 0, generation);
    this.queued = queued;
    this.closeIfPast();
  }

  /** Forgets a prompt that was refused, got no reply, or was restored before its receipt. */
  promptWithdrawn(key: PromptKey): void {
    this.pending.delete(key);
  }

  applyStatus(status: ThreadStatus): void {
    this.status = status;
    this.closeIfPast();
  }

  /** Forgets the run, because another thread is followed. */
  forget(): void {
    this.pending.clear();
    this.openGeneration = undefined;
    this.status = undefined;
    this.waiting = undefined;
  }

  /** Sets the number of queued prompts. With an empty queue, a run that hasn't started never will. */
  applyQueue(waiting: number): void {
    this.waiting = waiting;
    this.closeIfPast();
  }

  private closeIfPast(): void {
    const { openGeneration, status } = this;
    if (openGeneration === undefined || status === undefined) return;
    const ended =
      status.generation > openGeneration || (status.generation === openGeneration && !status.busy);
    // The prompt that would have started the run was removed or handed back.
    const withdrawn = this.queued && status.generation < openGeneration && !status.busy && this.waiting === 0;
    if (ended || withdrawn) this.openGeneration = undefined;
  }
}
