import type { Frame } from '../../protocol/frames';
import type { Observation } from '../../protocol/observation';

/** The pause after drawing grown text, as a multiple of the time that drawing took. */
const restPerDrawing = 12;
/** The longest pause, however slow drawing is. */
const maxRestMs = 250;
/** Several times the reading speed. Faster text is drawn a few times a second. */
const maxCharsPerMs = 4;
const floodRestMs = 150;
/** The shortest time over which the speed is measured, because a short burst doesn't count. */
const minPaceMs = 50;

/**
 * Draws the page at most once a frame. Growing text waits longer if drawing is slow or the text is too fast to read, so
 * that the user can type and scroll during any output.
 */
export class RenderScheduler {
  private frameRequested = false;
  private restTimer: ReturnType<typeof setTimeout> | undefined;
  private drawnAt = 0;
  private lastDrawMs = 0;
  /** Characters that arrived since the last drawing. */
  private newChars = 0;

  constructor(private readonly draw: () => void) {}

  /** Schedules drawing after a frame of the host, or after another change. */
  scheduleAfter(frame: Frame | undefined): void {
    const grown = frame?.type === 'observations' ? growth(frame.items) : undefined;
    if (grown === undefined) this.schedule();
    else this.scheduleGrowth(grown);
  }

  /** Schedules drawing with the next animation frame. */
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

/** Returns by how many characters text has grown, or undefined if anything else has changed. */
function growth(items: readonly Observation[]): number | undefined {
  let characters = 0;
  for (const item of items) {
    if (item.type !== 'text-delta') return undefined;
    characters += item.delta.length;
  }
  return characters;
}
