import type { PanelSettings } from '../protocol/frames';
import type { Delivery } from '../protocol/observation';

export interface EnterKey {
  readonly shift: boolean;
  /** Control, or Command on a Mac. */
  readonly mod: boolean;
  readonly alt: boolean;
}

/** What Enter does in the composer: how it sends, or undefined for a new line. */
export function enterSends(key: EnterKey, sendWith: PanelSettings['sendWith']): Delivery | undefined {
  if (key.shift) return undefined;
  if (sendWith === 'enter') {
    if (key.mod) return 'steer';
    return key.alt ? undefined : 'enqueue';
  }
  if (key.alt) return 'steer';
  return key.mod ? 'enqueue' : undefined;
}

/** Says what the keys do while something runs. */
export function keyHint(sendWith: PanelSettings['sendWith'], mac: boolean): string {
  const mod = mac ? '⌘' : 'Ctrl';
  const alt = mac ? '⌥' : 'Alt';
  return sendWith === 'enter'
    ? `Enter queues · ${mod}+Enter steers`
    : `${mod}+Enter queues · ${alt}+Enter steers`;
}
