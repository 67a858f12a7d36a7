/** What is left until then, both in milliseconds since the epoch: `0:42`. */
export function left(until: number, now: number): string {
  return minutes(Math.max(0, Math.ceil((until - now) / 1000)));
}

/** Seconds as minutes and seconds: `2:05`. */
export function minutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
