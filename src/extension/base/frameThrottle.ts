import type { Disposable } from './disposable';
import type { Clock } from './clock';

/** Two frames of a screen at 60 Hz. */
const frameMs = 33;

/**
 * A throttle that passes on one value for a key in each frame: the last one, or all of them joined by `join`. Passes
 * the first value after a quiet frame at once.
 */
export class FrameThrottle<T> implements Disposable {
  private readonly waiting = new Map<string, T>();
  private timer: Disposable | undefined;
  private disposed = false;

  constructor(
    private readonly clock: Pick<Clock, 'after'>,
    private readonly pass: (key: string, value: T) => void,
    private readonly join: (waiting: T, next: T) => T = (_waiting, next) => next,
  ) {}

  /** Returns the value that waits for the next frame. */
  peek(key: string): T | undefined {
    return this.waiting.get(key);
  }

  /** Does nothing after `dispose`: timers of an extension may outlive its session. */
  set(key: string, value: T): void {
    if (this.disposed) return;
    if (this.timer !== undefined) {
      const waiting = this.waiting.get(key);
      this.waiting.set(key, waiting === undefined ? value : this.join(waiting, value));
      return;
    }
    this.pass(key, value);
    this.startFrame();
  }

  /** Passes all waiting values on at once. */
  flush(): void {
    const values = [...this.waiting];
    this.waiting.clear();
    for (const [key, value] of values) this.pass(key, value);
  }

  dispose(): void {
    this.disposed = true;
    this.timer?.dispose();
    this.timer = undefined;
    this.waiting.clear();
  }

  private startFrame(): void {
    this.timer = this.clock.after(frameMs, () => {
      this.timer = undefined;
      const busy = this.waiting.size > 0;
      this.flush();
      if (busy) this.startFrame();
    });
  }
}
