import type { Generation, PromptKey } from '../../protocol/ids';
import type { ThreadStatus } from '../../protocol/threadState';

/**
 * The run that this panel waits for. It opens when a prompt goes out and takes its number from the receipt. Only the
 * host's word that it is past that number closes it: what ends an earlier run says nothing about a prompt whose receipt
 * is still on its way.
 */
export class PanelRun {
  private readonly pending = new Set<PromptKey>();
  private opened: Generation | undefined;
  private status: ThreadStatus | undefined;

  get open(): boolean {
    return this.pending.size > 0 || this.opened !== undefined;
  }

  /** The run's number; undefined while no receipt has told it. */
  get generation(): Generation | undefined {
    return this.opened;
  }

  get awaitingReceipt(): boolean {
    return this.pending.size > 0;
  }

  sent(key: PromptKey): void {
    this.pending.add(key);
  }

  receipt(key: PromptKey, generation: Generation): void {
    // A receipt that comes once another thread is followed tells of that one's run no word.
    if (!this.pending.delete(key)) return;
    this.opened = Math.max(this.opened ?? 0, generation);
    this.close();
  }

  /** Refused, unreachable, or restored before any receipt: nothing runs for this key. */
  withdrawn(key: PromptKey): void {
    this.pending.delete(key);
  }

  hostSays(status: ThreadStatus): void {
    this.status = status;
    this.close();
  }

  /** Another thread is followed: its run is not this one. */
  forget(): void {
    this.pending.clear();
    this.opened = undefined;
    this.status = undefined;
  }

  private close(): void {
    const { opened, status } = this;
    if (opened === undefined || status === undefined) return;
    const past = status.generation > opened || (status.generation === opened && !status.busy);
    if (past) this.opened = undefined;
  }
}
