import type { Frame } from '../protocol/frames';

/** So many times as long as a drawing of grown text took, the page has for everything else before the next one. */
const share = 12;
/** However long a drawing takes, text is never this many milliseconds old. */
const oldest = 250;

/**
 * Decides when the page is drawn: once a frame, however much changes in it. Text that merely grows waits longer when
 * drawing it is slow, so that a person can type and scroll whatever a model pours out.
 */
export class Drawing {
  private asked = false;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private drawnAt = 0;
  private took = 0;

  constructor(private readonly draw: () => void) {}

  /** Because of what the host said, or of something else. */
  after(frame: Frame | undefined): void {
    const onlyGrows =
      frame?.type === 'observations' && frame.items.every(({ type }) => type === 'text-delta');
    if (onlyGrows) this.grown();
    else this.soon();
  }

  /** With the next frame. */
  soon(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => this.now());
  }

  private grown(): void {
    if (this.asked || this.waiting !== undefined) return;
    const rest = this.drawnAt + Math.min(this.took * share, oldest) - performance.now();
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
    const began = performance.now();
    this.draw();
    this.drawnAt = performance.now();
    this.took = this.drawnAt - began;
  }
}
