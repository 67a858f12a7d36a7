import { type Disposable, toDisposable } from '../../base/disposable';
import type { Log } from '../../base/log';
import { callerIn, extensionName } from './extensionNames';

/** pi's error for a call on `ctx` after the session's end, which timers of extensions cause. */
const staleContext = /extension ctx is stale|extension context is no longer active/i;

/**
 * Catches unhandled errors in timers and promises of pi's extensions. Such an error would end the process of all
 * threads and of other VS Code extensions. Leaves all other errors alone.
 */
export class StrayErrors implements Disposable {
  private readonly paths = new Set<string>();
  private readonly reported = new Set<string>();
  private readonly listening: readonly Disposable[];

  constructor(private readonly log: Log) {
    this.listening = [this.listen('unhandledRejection'), this.listen('uncaughtException')];
  }

  /** Catches errors from these files, also after the session has ended. */
  add(paths: readonly string[]): void {
    for (const path of paths) this.paths.add(path);
  }

  dispose(): void {
    for (const listener of this.listening) listener.dispose();
  }

  private listen(event: 'unhandledRejection' | 'uncaughtException'): Disposable {
    const listener = (error: unknown) => {
      if (this.isStray(error)) return;
      // A single listener replaces Node's default, which is to end the process.
      if (process.listenerCount(event) > 1) return;
      process.removeListener(event, listener);
      throw error;
    };
    process.on(event, listener);
    return toDisposable(() => process.removeListener(event, listener));
  }

  private isStray(error: unknown): boolean {
    if (!(error instanceof Error)) return false;
    const path = callerIn(error.stack, [...this.paths]);
    if (path === undefined && !staleContext.test(error.message)) return false;
    const name = path === undefined ? 'unknown' : extensionName(path);
    if (!this.reported.has(name)) {
      this.reported.add(name);
      this.log.warn(`extension ${name}: unhandled error, ${error.name}`);
    }
    return true;
  }
}
