import { toDisposable, type Disposable } from './disposable';

/** Time. Tests drive it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after `ms` milliseconds, unless disposed before. */
  after(ms: number, run: () => void): Disposable;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: (): number => Date.now(),
  after(ms: number, run: () => void): Disposable {
    const timer = setTimeout(run, ms);
    return toDisposable(() => {
      clearTimeout(timer);
    });
  },
};
