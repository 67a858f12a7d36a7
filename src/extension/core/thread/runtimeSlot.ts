import type { ThreadId } from '../../../protocol/ids';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { RuntimeFactory, RuntimeHost, ThreadRuntime } from '../ports/runtime';

/** Makes the host of one runtime. `current` returns whether the runtime is still the thread's. */
export type HostMaker = (current: () => boolean) => RuntimeHost;

/** Owns a thread's runtime. Concurrent callers share one build. Calls of a detached runtime are ignored. */
export class RuntimeSlot {
  private build: { readonly promise: Promise<ThreadRuntime>; runtime?: ThreadRuntime } | undefined;
  /** The end of detached runtimes. Two live sessions of one file would write to different branches. */
  private ending: Promise<void> | undefined;

  constructor(
    private readonly threadId: ThreadId,
    private readonly folder: () => string,
    private readonly factory: RuntimeFactory,
    private readonly makeHost: HostMaker,
    private readonly liveChanged: () => void,
    private readonly log: Log,
  ) {}

  /** Returns the live runtime, if there is one. */
  get current(): ThreadRuntime | undefined {
    return this.build?.runtime;
  }

  get building(): boolean {
    return this.build !== undefined && this.build.runtime === undefined;
  }

  /** Returns the live runtime, or builds one. Rejects with an error for the user; the next call tries again. */
  get(): Promise<ThreadRuntime> {
    return this.build?.promise ?? this.start();
  }

  /** Detaches the runtime without ending it. */
  detach(): ThreadRuntime | undefined {
    const runtime = this.current;
    const abandoned = this.build;
    this.build = undefined;
    if (abandoned !== undefined && runtime === undefined) {
      void abandoned.promise.then(
        (late) => this.end(late),
        () => undefined,
      );
    }
    if (runtime !== undefined) this.liveChanged();
    return runtime;
  }

  /** Ends the runtime. Never rejects. */
  async dispose(): Promise<void> {
    const runtime = this.detach();
    if (runtime !== undefined && (await this.end(runtime)))
      this.log.info(`thread ${this.threadId}: runtime unloaded`);
  }

  /** Ends a detached runtime. The next one is built afterwards. Resolves with false on a failure, never rejects. */
  end(runtime: ThreadRuntime): Promise<boolean> {
    const ended = this.ended(runtime);
    const all = Promise.all([this.ending, ended]).then(() => {
      if (this.ending === all) this.ending = undefined;
    });
    this.ending = all;
    return ended;
  }

  private async ended(runtime: ThreadRuntime): Promise<boolean> {
    try {
      await runtime.dispose();
      return true;
    } catch (error) {
      this.log.error(`thread ${this.threadId}: unloading the runtime failed: ${messageOf(error)}`);
      return false;
    }
  }

  private start(): Promise<ThreadRuntime> {
    const folder = this.folder();
    const host = this.makeHost(() => this.build === build);
    const build: { promise: Promise<ThreadRuntime>; runtime?: ThreadRuntime } = {
      // Turns a synchronous error of the factory into a rejection.
      promise: Promise.resolve().then(() => {
        const create = () => this.factory.create({ threadId: this.threadId, folder, host });
        return this.ending === undefined ? create() : this.ending.then(create);
      }),
    };
    this.build = build;
    build.promise = build.promise.then(
      (runtime) => {
        build.runtime = runtime;
        if (this.build === build) {
          this.log.info(`thread ${this.threadId}: runtime loaded`);
          this.liveChanged();
        }
        return runtime;
      },
      (error: unknown) => {
        if (this.build === build) this.build = undefined;
        this.log.error(`thread ${this.threadId}: loading the runtime failed: ${messageOf(error)}`);
        throw error instanceof Error ? error : new Error(messageOf(error));
      },
    );
    return build.promise;
  }
}
