import type { Disposable } from '../base/disposable';
import type { Clock } from '../core/ports';

/** Half the frames of a screen: an extension may tick as it likes. */
const frame = 33;

/** Passes on the last of the values that come for a key within a frame; the first of a quiet time at once. */
export class Latest<T> implements Disposable {
  private readonly waiting = new Map<string, T>();
  private timer: Disposable | undefined;
  private disposed = false;

  constructor(
    private readonly clock: Pick<Clock, 'after'>,
    private readonly pass: (key: string, value: T) => void,
  ) {}

  /** After the end of it, nothing: an extension's timers may go on longer than its session. */
  set(key: string, value: T): void {
    if (this.disposed) return;
    if (this.timer !== undefined) {
      this.waiting.set(key, value);
      return;
    }
    this.pass(key, value);
    this.rest();
  }

  dispose(): void {
    this.disposed = true;
    this.timer?.dispose();
    this.timer = undefined;
    this.waiting.clear();
  }

  private rest(): void {
    this.timer = this.clock.after(frame, () => {
      this.timer = undefined;
      const values = [...this.waiting];
      this.waiting.clear();
      for (const [key, value] of values) this.pass(key, value);
      if (values.length > 0) this.rest();
    });
  }
}
