import type { Toast as Said } from '../../protocol/frames';
import type { Clock, Timer } from '../host/clock';

export interface ShownToast {
  readonly id: number;
  readonly level: Said['level'];
  readonly text: string;
  readonly times: number;
  readonly source?: string;
}

/** Toasts that found no room. Only their number is shown. */
export interface OmittedToasts {
  readonly count: number;
  readonly errors: number;
  /** The known sources. */
  readonly from: readonly string[];
}

const shownForMs = 6_000;
const maxToasts = 4;
const maxSources = 3;

/**
 * Messages that need no answer. Equal messages are counted; all but errors disappear after a moment. If there are too
 * many, errors stay longest, and one line counts the rest.
 */
export class Toasts {
  private toasts: readonly ShownToast[] = [];
  private omitted: OmittedToasts | undefined;
  private lastId = 0;
  private omittedTimer: Timer | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly changed: () => void,
  ) {}

  get shown(): readonly ShownToast[] {
    return this.toasts;
  }

  get omittedToasts(): OmittedToasts | undefined {
    return this.omitted;
  }

  /** Shows a message of the panel's own. */
  say(level: ShownToast['level'], text: string): void {
    this.show({ level, text });
  }

  show({ level, text, times = 1, source, others = 0 }: Said): void {
    const same = this.toasts.find((toast) => toast.text === text && toast.level === level);
    const from = source === undefined ? {} : { source };
    const toast = same
      ? { ...same, times: same.times + times }
      : { id: ++this.lastId, level, text, times, ...from };
    this.toasts = [...this.toasts.filter((other) => other !== same), toast];
    if (!same && level !== 'error') this.clock.after(shownForMs, () => this.remove(toast.id));
    while (this.toasts.length > maxToasts) this.omitOne();
    if (others > 0) this.count({ level: 'info', times: others, ...from });
    this.changed();
  }

  dismiss(id: number): void {
    this.remove(id);
  }

  dismissOmitted(): void {
    this.omittedTimer?.dispose();
    this.omitted = undefined;
    this.changed();
  }

  private remove(id: number): void {
    const { length } = this.toasts;
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
    if (this.toasts.length < length) this.changed();
  }

  private omitOne(): void {
    const out = this.toasts.find(({ level }) => level !== 'error') ?? this.toasts[0];
    if (out === undefined) return;
    this.toasts = this.toasts.filter((toast) => toast !== out);
    this.count(out);
  }

  private count({ level, times, source }: Pick<ShownToast, 'level' | 'times' | 'source'>): void {
    const { count = 0, errors = 0, from = [] } = this.omitted ?? {};
    const known = source === undefined || from.includes(source) || from.length >= maxSources;
    this.omitted = {
      count: count + times,
      errors: errors + (level === 'error' ? times : 0),
      from: known ? from : [...from, source],
    };
    this.omittedTimer?.dispose();
    // The line stays until the user has seen that errors were omitted.
    if (this.omitted.errors === 0)
      this.omittedTimer = this.clock.after(shownForMs, () => this.dismissOmitted());
  }
}
