import type { Frame } from '../../protocol/frames';
import type { Observation } from '../../protocol/observation';

/** So many times as long as a drawing of grown text took, the page has for everything else before the next one. */
const share = 12;
/** However long a drawing takes, text is never this many milliseconds old. */
const oldest = 250;
/** Characters a millisecond, several times as fast as anyone reads: so many are drawn a few times a second. */
const maxCharsPerMs = 4;
const floodRest = 150;
/** A burst after a silence is no flood yet: the pace is never taken over fewer milliseconds than these. */
const paceOver = 50;

/**
 * Decides when the page is drawn: once a frame, however much changes in it. Text that merely grows waits longer when
 * drawing it is slow or when nobody could read along, so that a person can type and scroll whatever a model pours out.
 */
export class RenderScheduler {
  private asked = false;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private drawnAt = 0;
  private took = 0;
  /** Characters that came since the last drawing. */
  private fresh = 0;

  constructor(private readonly draw: () => void) {}

  /** Because of what the host said, or of something else. */
  after(frame: Frame | undefined): void {
    const grown = frame?.type === 'observations' ? growth(frame.items) : undefined;
    if (grown === undefined) this.soon();
    else this.grown(grown);
  }

  /** With the next frame. */
  soon(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => this.now());
  }

  private grown(characters: number): void {
    this.fresh += characters;
    if (this.asked || this.waiting !== undefined) return;
    const since = performance.now() - this.drawnAt;
    const flooded = this.fresh / Math.max(since, paceOver) > maxCharsPerMs;
    const rest = Math.max(Math.min(this.took * share, oldest), flooded ? floodRest : 0) - since;
    if (rest <= 0) {
      this.soon();
      return;
    }
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      this.soon();
    }, rest);
  }

  now(): void {
    this.asked = false;
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.fresh = 0;
    const began = performance.now();
    this.draw();
    this.drawnAt = performance.now();
    this.took = this.drawnAt - began;
  }
}

/** By how many characters text has grown; undefined when anything else has changed as well. */
function growth(items: readonly Observation[]): number | undefined {
  let characters = 0;
  for (const item of items) {
    if (item.type !== 'text-delta') return undefined;
    characters += item.delta.length;
  }
  return characters;
}
