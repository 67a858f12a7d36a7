import type { Clock } from './clock';

export interface Toast {
  readonly id: number;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly times: number;
}

const shownForMs = 6_000;
const atMost = 4;

/** Short words that need no answer. The same one twice is counted; what isn't an error goes by itself. */
export class Toasts {
  private list: readonly Toast[] = [];
  private lastId = 0;

  constructor(
    private readonly clock: Clock,
    private readonly changed: () => void,
  ) {}

  get shown(): readonly Toast[] {
    return this.list;
  }

  show(level: Toast['level'], text: string): void {
    const same = this.list.find((toast) => toast.text === text && toast.level === level);
    const toast = same ? { ...same, times: same.times + 1 } : { id: ++this.lastId, level, text, times: 1 };
    this.list = [...this.list.filter((other) => other !== same), toast].slice(-atMost);
    if (!same && level !== 'error') this.clock.after(shownForMs, () => this.dismiss(toast.id));
    this.changed();
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
    this.changed();
  }
}
