import type { PanelSettings } from '../../protocol/frames';
import type { Delivery } from '../../protocol/observation';

export interface EnterKey {
  readonly shift: boolean;
  /** True for Control, or Command on a Mac. */
  readonly mod: boolean;
  readonly alt: boolean;
}

/** Returns how Enter sends the message, or undefined if Enter adds a line. */
export function enterSends(key: EnterKey, settings: PanelSettings): Delivery | undefined {
  const { usual, other } = deliveries(settings);
  if (key.shift) return undefined;
  if (settings.sendWith === 'enter') {
    if (key.mod) return other;
    return key.alt ? undefined : usual;
  }
  if (key.alt) return other;
  return key.mod ? usual : undefined;
}

/** Returns how a prompt joins a run with the usual send key, and with the other one. */
export function deliveries({ whileBusy = 'enqueue' }: PanelSettings): {
  readonly usual: Delivery;
  readonly other: Delivery;
} {
  return { usual: whileBusy, other: whileBusy === 'enqueue' ? 'steer' : 'enqueue' };
}

/** Returns the labels of the send keys. */
export function sendKeys(settings: PanelSettings, mac: boolean): Readonly<Record<Delivery, string>> {
  const mod = mac ? '⌘' : 'Ctrl+';
  const alt = mac ? '⌥' : 'Alt+';
  const [first, second] =
    settings.sendWith === 'enter' ? ['Enter', `${mod}Enter`] : [`${mod}Enter`, `${alt}Enter`];
  return deliveries(settings).usual === 'enqueue'
    ? { enqueue: first, steer: second }
    : { enqueue: second, steer: first };
}
