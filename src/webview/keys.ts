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

/** The keys by their names, for a person. */
export function sendKeys(
  sendWith: PanelSettings['sendWith'],
  mac: boolean,
): Readonly<Record<Delivery, string>> {
  const mod = mac ? '⌘' : 'Ctrl+';
  const alt = mac ? '⌥' : 'Alt+';
  return sendWith === 'enter'
    ? { enqueue: 'Enter', steer: `${mod}Enter` }
    : { enqueue: `${mod}Enter`, steer: `${alt}Enter` };
}
