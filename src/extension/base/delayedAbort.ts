/**
 * Calls `ask` with a signal that aborts a microtask later than `signal`. pi aborts a run's signal within a stop, and
 * the stop must settle open questions first, as stopped and not as withdrawn. Removes its listener with the question,
 * because a signal may outlive many questions.
 */
export async function delayedAbort<T>(
  signal: AbortSignal,
  ask: (later: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) return ask(signal);
  const later = new AbortController();
  const abort = (): void => {
    queueMicrotask(() => later.abort(signal.reason));
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await ask(later.signal);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
