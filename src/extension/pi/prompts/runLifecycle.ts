import { Deferred } from '../../base/deferred';
import type { RuntimeHost } from '../../core/ports/runtime';

/** Reports the start and the end of each run once. pi may omit or repeat these events. */
export class RunLifecycle {
  private open: Deferred | undefined;

  constructor(
    private readonly host: RuntimeHost,
    /** Closes everything that is open in the run. Returns whether the run has failed. */
    private readonly closeRun: (aborted: boolean) => boolean,
  ) {}

  get active(): boolean {
    return this.open !== undefined;
  }

  /** Resolves when no run is open. */
  async whenSettled(): Promise<void> {
    await this.open?.promise;
  }

  started(): void {
    if (this.open !== undefined) return;
    this.open = new Deferred();
    this.host.runStarted();
  }

  settled(aborted: boolean): void {
    const { open } = this;
    if (open === undefined) return;
    this.open = undefined;
    const failed = this.closeRun(aborted);
    this.host.runSettled({ aborted, failed: failed && !aborted });
    open.resolve();
  }
}
