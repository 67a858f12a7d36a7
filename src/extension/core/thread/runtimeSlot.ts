import type { ThreadId } from '../../../protocol/ids';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { RuntimeFactory, RuntimeHost, ThreadRuntime } from '../ports/runtime';

/** Makes the host for one build. `current` says whether the thread still listens to that build. */
export type HostMaker = (current: () => boolean) => RuntimeHost;

/**
 * The place for a thread's runtime: builds it once however many ask, and lets it go. A runtime that was let go is
 * heard no more.
 */
export class RuntimeSlot {
  private build: { readonly promise: Promise<ThreadRuntime>; runtime?: ThreadRuntime } | undefined;
  /** What was let go and still ends. Two live sessions of one file would go on from different places in it. */
  private ending: Promise<void> | undefined;

  constructor(
    private readonly threadId: ThreadId,
    private readonly folder: () => string,
    private readonly factory: RuntimeFactory,
    private readonly makeHost: HostMaker,
    private readonly liveChanged: () => void,
    private readonly log: Log,
  ) {}

  /** The live runtime, if there is one now. */
  get current(): ThreadRuntime | undefined {
    return this.build?.runtime;
  }

  get building(): boolean {
    return this.build !== undefined && this.build.runtime === undefined;
  }

  /** The live runtime, built if need be. Rejects with an error for a person; the next call tries again. */
  get(): Promise<ThreadRuntime> {
    return this.build?.promise ?? this.start();
  }

  /** Forgets the runtime without ending it: what it says from now on is not heard. */
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
    if (runtime !== undefined && (await this.end(runtime))) this.log.info(`thread ${this.threadId} disposed`);
  }

  /** Ends a runtime that was detached; the next one is built after that. Resolves with whether it could; never rejects. */
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
      this.log.error(`thread ${this.threadId} could not be disposed: ${messageOf(error)}`);
      return false;
    }
  }

  private start(): Promise<ThreadRuntime> {
    const folder = this.folder();
    const host = this.makeHost(() => this.build === build);
    const build: { promise: Promise<ThreadRuntime>; runtime?: ThreadRuntime } = {
      // The factory may throw where it stands; as a rejection it goes the way of every other failure.
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
          this.log.info(`thread ${this.threadId} built`);
          this.liveChanged();
        }
        return runtime;
      },
      (error: unknown) => {
        if (this.build === build) this.build = undefined;
        this.log.error(`thread ${this.threadId} could not be built: ${messageOf(error)}`);
        throw error instanceof Error ? error : new Error(messageOf(error));
      },
    );
    return build.promise;
  }
}
