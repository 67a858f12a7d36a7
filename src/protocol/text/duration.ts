/** What is left until then, both in milliseconds since the epoch: `0:42`. */
export function formatTimeLeft(until: number, now: number): string {
  return formatMinutes(Math.max(0, Math.ceil((until - now) / 1000)));
}

/** Seconds as minutes and seconds: `2:05`. */
export function formatMinutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A duration in milliseconds as a person reads it: `0.1 s`, `12 s`, `2:05`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  return seconds < 60 ? `${Math.floor(seconds)} s` : formatMinutes(seconds);
}

/** The whole seconds that have passed since then: `4 s`, `1:20`. */
export function formatElapsed(since: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return seconds < 60 ? `${seconds} s` : formatMinutes(seconds);
}
