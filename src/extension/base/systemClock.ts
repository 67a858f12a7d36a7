import { toDisposable, type Disposable } from './disposable';

/** The machine's own time. */
export const systemClock = {
  now: (): number => Date.now(),
  after(ms: number, run: () => void): Disposable {
    const timer = setTimeout(run, ms);
    return toDisposable(() => {
      clearTimeout(timer);
    });
  },
};
