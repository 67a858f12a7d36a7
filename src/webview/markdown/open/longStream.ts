import type { LinkOpener } from '../inline';
import { Sections } from '../sections';
import { MarkdownStream } from './stream';

/** Sections of one text that are drawn at once. */
const sectionsAtOnce = 1;

const waiting: (() => void)[] = [];

function drawLater(draw: () => void): void {
  if (waiting.push(draw) === 1) requestIdleCallback(drawNext, { timeout: 100 });
}

/** Draws a section for each idle time, so that the page answers in between. */
function drawNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) requestIdleCallback(drawNext, { timeout: 100 });
}

/** Draws growing text in sections: finished sections are drawn one by one, and only the last one is read again. */
export class LongMarkdownStream {
  readonly element = document.createElement('div');
  private sections = new Sections();
  private seen = 0;
  private end = '';
  private streams: MarkdownStream[] = [];

  constructor(private readonly openLink: LinkOpener) {
    this.element.className = 'sections';
  }

  /** Shows `text`. A text that doesn't continue the previous one starts over. */
  update(text: string, open: boolean): void {
    if (text.length < this.seen || !text.slice(0, this.seen).endsWith(this.end)) this.reset();
    const { sections } = this;
    const known = sections.finished.length;
    sections.append(text.slice(this.seen).replaceAll('\r', ''));
    this.seen = text.length;
    this.end = text.slice(-24);
    const { finished, last } = sections;
    for (let index = known; index < finished.length; index += 1) {
      this.draw(index, finished[index] ?? '', false, index - known < sectionsAtOnce);
    }
    this.draw(finished.length, last, open, finished.length - known <= sectionsAtOnce);
  }

  private draw(index: number, text: string, open: boolean, atOnce: boolean): void {
    const stream = (this.streams[index] ??= this.newStream());
    if (atOnce) {
      stream.update(text, open);
      return;
    }
    drawLater(() => {
      // The last section may have grown since.
      if (this.streams[index] !== stream) return;
      const { finished, last } = this.sections;
      stream.update(finished[index] ?? last, open && index >= finished.length);
    });
  }

  private newStream(): MarkdownStream {
    const stream = new MarkdownStream(this.openLink);
    this.element.append(stream.element);
    return stream;
  }

  private reset(): void {
    this.sections = new Sections();
    this.seen = 0;
    this.streams = [];
    this.element.replaceChildren();
  }
}
