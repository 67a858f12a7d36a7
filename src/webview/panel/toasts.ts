import type { Toast as Said } from '../../protocol/frames';
import type { Clock } from '../host/clock';

export interface ShownToast {
  readonly id: number;
  readonly level: Said['level'];
  readonly text: string;
  readonly times: number;
  readonly source?: string;
}

/** What found no room: only its number is told. */
export interface LeftOut {
  readonly count: number;
  readonly errors: number;
  /** Who said it, as far as that is known. */
  readonly from: readonly string[];
}

const shownForMs = 6_000;
const atMost = 4;
const mostNames = 3;

/**
 * Short words that need no answer. The same one twice is counted; what isn't an error goes by itself. When there are too
 * many, errors stay longest, and what has to go is counted in one line.
 */
export class Toasts {
  private list: readonly ShownToast[] = [];
  private rest: LeftOut | undefined;
  private lastId = 0;
  private callOffRest: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly changed: () => void,
  ) {}

  get shown(): readonly ShownToast[] {
    return this.list;
  }

  get leftOut(): LeftOut | undefined {
    return this.rest;
  }

  /** The panel's own word. */
  say(level: ShownToast['level'], text: string): void {
    this.show({ level, text });
  }

  show({ level, text, times = 1, source, others = 0 }: Said): void {
    const same = this.list.find((toast) => toast.text === text && toast.level === level);
    const from = source === undefined ? {} : { source };
    const toast = same
      ? { ...same, times: same.times + times }
      : { id: ++this.lastId, level, text, times, ...from };
    this.list = [...this.list.filter((other) => other !== same), toast];
    if (!same && level !== 'error') this.clock.after(shownForMs, () => this.goes(toast.id));
    while (this.list.length > atMost) this.leaveOut();
    if (others > 0) this.count({ level: 'info', times: others, ...from });
    this.changed();
  }

  dismiss(id: number): void {
    this.goes(id);
  }

  dismissLeftOut(): void {
    this.callOffRest?.();
    this.rest = undefined;
    this.changed();
  }

  private goes(id: number): void {
    const { length } = this.list;
    this.list = this.list.filter((toast) => toast.id !== id);
    if (this.list.length < length) this.changed();
  }

  private leaveOut(): void {
    const out = this.list.find(({ level }) => level !== 'error') ?? this.list[0];
    if (out === undefined) return;
    this.list = this.list.filter((toast) => toast !== out);
    this.count(out);
  }

  private count({ level, times, source }: Pick<ShownToast, 'level' | 'times' | 'source'>): void {
    const { count = 0, errors = 0, from = [] } = this.rest ?? {};
    const known = source === undefined || from.includes(source) || from.length >= mostNames;
    this.rest = {
      count: count + times,
      errors: errors + (level === 'error' ? times : 0),
      from: known ? from : [...from, source],
    };
    this.callOffRest?.();
    // That errors were left out stays until somebody has seen it.
    if (this.rest.errors === 0) this.callOffRest = this.clock.after(shownForMs, () => this.dismissLeftOut());
  }
}
