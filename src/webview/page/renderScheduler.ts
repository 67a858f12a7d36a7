import type { Frame } from '../../protocol/frames';
import type { Observation } from '../../protocol/observation';

/** So many times as long as a drawing of grown text took, the page has for everything else before the next one. */
const restPerDrawing = 12;
/** However long a drawing takes, text is never this many milliseconds old. */
const maxRestMs = 250;
/** Characters a millisecond, several times as fast as anyone reads: so many are drawn a few times a second. */
const maxCharsPerMs = 4;
const floodRestMs = 150;
/** A burst after a silence is no flood yet: the pace is never taken over fewer milliseconds than these. */
const minPaceMs = 50;

/**
 * Decides when the page is drawn: once a frame, however much changes in it. Text that merely grows waits longer when
 * drawing it is slow or when nobody could read along, so that a person can type and scroll whatever a model pours out.
 */
export class RenderScheduler {
  private frameRequested = false;
  private restTimer: ReturnType<typeof setTimeout> | undefined;
  private drawnAt = 0;
  private lastDrawMs = 0;
  /** Characters that came since the last drawing. */
  private newChars = 0;

  constructor(private readonly draw: () => void) {}

  /** Because of what the host said, or of something else. */
  scheduleAfter(frame: Frame | undefined): void {
    const grown = frame?.type === 'observations' ? growth(frame.items) : undefined;
    if (grown === undefined) this.schedule();
    else this.scheduleGrowth(grown);
  }

  /** With the next frame. */
  schedule(): void {
    if (this.frameRequested) return;
    this.frameRequested = true;
    requestAnimationFrame(() => this.drawNow());
  }

  private scheduleGrowth(characters: number): void {
    this.newChars += characters;
    if (this.frameRequested || this.restTimer !== undefined) return;
    const since = performance.now() - this.drawnAt;
    const flooded = this.newChars / Math.max(since, minPaceMs) > maxCharsPerMs;
    const rest =
      Math.max(Math.min(this.lastDrawMs * restPerDrawing, maxRestMs), flooded ? floodRestMs : 0) - since;
    if (rest <= 0) {
      this.schedule();
      return;
    }
    this.restTimer = setTimeout(() => {
      this.restTimer = undefined;
      this.schedule();
    }, rest);
  }

  drawNow(): void {
    this.frameRequested = false;
    clearTimeout(this.restTimer);
    this.restTimer = undefined;
    this.newChars = 0;
    const began = performance.now();
    this.draw();
    this.drawnAt = performance.now();
    this.lastDrawMs = this.drawnAt - began;
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
