import { type Disposable, toDisposable } from '../../base/disposable';
import type { Log } from '../../base/log';
import { callerIn, extensionName } from './extensionNames';

/** pi's word for a context that outlived its session, which extensions' timers and forgotten promises run into. */
const stale = /extension ctx is stale|extension context is no longer active/i;

/**
 * Catches what pi's extensions leave behind: a timer that throws, a promise that nobody waits for. Such an error would
 * end the process that all threads and other extensions of VS Code live in. Errors of anyone else are not touched.
 */
export class StrayErrors implements Disposable {
  private readonly paths = new Set<string>();
  private readonly told = new Set<string>();
  private readonly listening: readonly Disposable[];

  constructor(private readonly log: Log) {
    this.listening = [this.listen('unhandledRejection'), this.listen('uncaughtException')];
  }

  /** Errors from these extensions' files are caught from now on, also when their session has ended. */
  add(paths: readonly string[]): void {
    for (const path of paths) this.paths.add(path);
  }

  dispose(): void {
    for (const listener of this.listening) listener.dispose();
  }

  private listen(event: 'unhandledRejection' | 'uncaughtException'): Disposable {
    const listener = (error: unknown) => {
      if (this.isStray(error)) return;
      // Alone, this listener stands in the way of what Node does without one.
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
    if (path === undefined && !stale.test(error.message)) return false;
    const name = path === undefined ? 'unknown' : extensionName(path);
    if (!this.told.has(name)) {
      this.told.add(name);
      this.log.warn(`the pi extension ${name} left an error behind: ${error.name}`);
    }
    return true;
  }
}
