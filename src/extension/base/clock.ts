import { toDisposable, type Disposable } from './disposable';

/** A source of time, which tests control. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after `ms` milliseconds, unless disposed before. */
  after(ms: number, run: () => void): Disposable;
}

/** The system's time. */
export const systemClock: Clock = {
  now: (): number => Date.now(),
  after(ms: number, run: () => void): Disposable {
    const timer = setTimeout(run, ms);
    return toDisposable(() => {
      clearTimeout(timer);
    });
  },
};
