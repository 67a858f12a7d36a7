import { Deferred } from '../../base/deferred';
import type { MessageId } from '../../../protocol/ids';
import type { RuntimeHost } from '../../core/ports/runtime';

/** Tells the core of each run once when it begins and once when it is over, whatever pi leaves out or says twice. */
export class RunLifecycle {
  private open: Deferred | undefined;

  constructor(
    private readonly host: RuntimeHost,
    /** Closes what is open and says which prompts were never said. */
    private readonly closing: (aborted: boolean) => {
      readonly failed: boolean;
      readonly undelivered: readonly MessageId[];
    },
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
    const { failed, undelivered } = this.closing(aborted);
    this.host.runSettled({
      aborted,
      failed: failed && !aborted,
      ...(undelivered.length === 0 ? {} : { undelivered }),
    });
    open.resolve();
  }
}
