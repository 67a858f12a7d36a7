import type { Clock } from './clock';

export interface TimeoutOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly timeoutMs: number;
  /** Ends the waiting early, like the timeout but without `onTimeout`. */
  readonly signal?: AbortSignal;
  readonly onTimeout?: () => void;
}

/** Resolves with the result of `work`, or with nothing when the result takes too long. Rejects when `work` does. */
export function withTimeout<T>(
  work: Promise<T>,
  { clock, timeoutMs, signal, onTimeout }: TimeoutOptions,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cleanUp = (): void => {
      timer.dispose();
      signal?.removeEventListener('abort', aborted);
    };
    const aborted = (): void => {
      cleanUp();
      resolve(undefined);
    };
    const timer = clock.after(timeoutMs, () => {
      cleanUp();
      onTimeout?.();
      resolve(undefined);
    });
    signal?.addEventListener('abort', aborted);
    work.then(
      (result) => {
        cleanUp();
        resolve(result);
      },
      (error: unknown) => {
        cleanUp();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
