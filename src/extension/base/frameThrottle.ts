import type { Disposable } from './disposable';
import type { Clock } from './clock';

/** Half the frames of a screen: an extension may tick as it likes. */
const frameMs = 33;

/**
 * Passes on the last of the values that come for a key within a frame, or what `join` makes of them; the first of a quiet
 * time at once.
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

  /** What waits for its frame. */
  peek(key: string): T | undefined {
    return this.waiting.get(key);
  }

  /** After the end of it, nothing: an extension's timers may go on longer than its session. */
  set(key: string, value: T): void {
    if (this.disposed) return;
    if (this.timer !== undefined) {
      const waiting = this.waiting.get(key);
      this.waiting.set(key, waiting === undefined ? value : this.join(waiting, value));
      return;
    }
    this.pass(key, value);
    this.rest();
  }

  /** Passes on what waits, without waiting. */
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

  private rest(): void {
    this.timer = this.clock.after(frameMs, () => {
      this.timer = undefined;
      const some = this.waiting.size > 0;
      this.flush();
      if (some) this.rest();
    });
  }
}
