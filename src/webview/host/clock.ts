/** A timer that no longer fires once it is disposed. */
export interface Timer {
  dispose(): void;
}

/** A source of time, with the same interface as the host's clock, which tests control. */
export interface Clock {
  /** Returns milliseconds since the epoch. */
  now(): number;
  /** Runs `run` once after `ms` milliseconds, unless the timer is disposed before. */
  after(ms: number, run: () => void): Timer;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};
