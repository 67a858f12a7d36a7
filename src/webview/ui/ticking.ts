import { noChange } from 'lit-html';
import { AsyncDirective } from 'lit-html/async-directive.js';
import { directive } from 'lit-html/directive.js';

type Show = (now: number) => string;

const running = new Set<Ticking>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  const now = Date.now();
  for (const one of running) one.tick(now);
}

/** A text that changes with time, without a render around it. */
class Ticking extends AsyncDirective {
  private show: Show | undefined;

  override render(show: Show): unknown {
    this.show = show;
    if (this.isConnected) this.begin();
    return show(Date.now());
  }

  tick(now: number): void {
    this.setValue(this.show?.(now) ?? noChange);
  }

  protected override disconnected(): void {
    running.delete(this);
    if (running.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  protected override reconnected(): void {
    this.begin();
  }

  private begin(): void {
    running.add(this);
    timer ??= setInterval(tick, 500);
  }
}

/** Shows the text that `show` returns for the time in milliseconds since the epoch, twice a second. */
export const ticking = directive(Ticking);
