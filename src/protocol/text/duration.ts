import * as l10n from '@vscode/l10n';
import { formatNumber } from './plural';

/** Returns the time left until a moment, both in milliseconds since the epoch: `0:42`. */
export function formatTimeLeft(until: number, now: number): string {
  return formatMinutes(Math.max(0, Math.ceil((until - now) / 1000)));
}

/** Formats seconds as minutes and seconds: `2:05`. */
export function formatMinutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Formats a duration in milliseconds: `0.1 s`, `12 s`, `2:05`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds >= 9.95) return formatSeconds(seconds);
  return secondsText(formatNumber(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
}

/** Formats the whole seconds that have passed since a moment: `4 s`, `1:20`. */
export function formatElapsed(since: number, now: number): string {
  return formatSeconds(Math.max(0, Math.floor((now - since) / 1000)));
}

function formatSeconds(seconds: number): string {
  return seconds < 60 ? secondsText(formatNumber(Math.floor(seconds))) : formatMinutes(seconds);
}

function secondsText(seconds: string): string {
  return l10n.t({ message: '{seconds} s', args: { seconds }, comment: ['A duration in seconds.'] });
}
