/**
 * The same signal, raised once what raised it has returned. pi raises a run's own signal within a stop, and the stop ends
 * the open questions itself: as stopped, not as taken back by whoever asked.
 */
export function afterStop(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return signal;
  const later = new AbortController();
  const raise = (): void => {
    queueMicrotask(() => later.abort(signal.reason));
  };
  signal.addEventListener('abort', raise, { once: true });
  return later.signal;
}
