import { Deferred } from '../../base/deferred';
import type { RuntimeHost } from '../../core/ports/runtime';

/** Reports the start and the end of each run once. pi may omit or repeat these events. */
export class RunLifecycle {
  private openRun: Deferred | undefined;

  constructor(
    private readonly host: RuntimeHost,
    /** Closes everything that is open in the run. Returns whether the run has failed. */
    private readonly closeRun: (aborted: boolean) => boolean,
  ) {}

  get active(): boolean {
    return this.openRun !== undefined;
  }

  /** Resolves when no run is open. */
  async whenSettled(): Promise<void> {
    await this.openRun?.promise;
  }

  started(): void {
    if (this.openRun !== undefined) return;
    this.openRun = new Deferred();
    this.host.runStarted();
  }

  settled(aborted: boolean): void {
    const { openRun } = this;
    if (openRun === undefined) return;
    this.openRun = undefined;
    const failed = this.closeRun(aborted);
    this.host.runSettled({ aborted, failed: failed && !aborted });
    openRun.resolve();
  }
}
