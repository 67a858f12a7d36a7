/**
 * Asks with the same signal, raised once what raised it has returned. pi raises a run's own signal within a stop, and the
 * stop ends the open questions itself: as stopped, not as taken back by whoever asked. A signal may outlive many
 * questions, so none is listened to for longer than its question.
 */
export async function delayedAbort<T>(
  signal: AbortSignal,
  ask: (later: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) return ask(signal);
  const later = new AbortController();
  const raise = (): void => {
    queueMicrotask(() => later.abort(signal.reason));
  };
  signal.addEventListener('abort', raise, { once: true });
  try {
    return await ask(later.signal);
  } finally {
    signal.removeEventListener('abort', raise);
  }
}
