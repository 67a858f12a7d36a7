import type { PanelSettings } from '../../protocol/frames';
import type { Delivery } from '../../protocol/observation';

export interface EnterKey {
  readonly shift: boolean;
  /** Control, or Command on a Mac. */
  readonly mod: boolean;
  readonly alt: boolean;
}

/** What Enter does in the composer: how it sends, or undefined for a new line. */
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

/** How a prompt joins a run by the key that sends, and by the other one. */
export function deliveries({ whileBusy = 'enqueue' }: PanelSettings): {
  readonly usual: Delivery;
  readonly other: Delivery;
} {
  return { usual: whileBusy, other: whileBusy === 'enqueue' ? 'steer' : 'enqueue' };
}

/** The keys by their names, for a person. */
export function sendKeys(settings: PanelSettings, mac: boolean): Readonly<Record<Delivery, string>> {
  const mod = mac ? '⌘' : 'Ctrl+';
  const alt = mac ? '⌥' : 'Alt+';
  const [first, second] =
    settings.sendWith === 'enter' ? ['Enter', `${mod}Enter`] : [`${mod}Enter`, `${alt}Enter`];
  return deliveries(settings).usual === 'enqueue'
    ? { enqueue: first, steer: second }
    : { enqueue: second, steer: first };
}
