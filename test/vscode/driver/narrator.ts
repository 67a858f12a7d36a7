import type { Frame } from 'playwright-core';

interface TranscriptEntry {
  readonly who: string;
  readonly text: string;
}

/** Reads a panel's transcript from top to bottom. Runs in the page. */
function readTranscript(): TranscriptEntry[] {
  const textOf = (element: Element, selector: string) =>
    element.querySelector(selector)?.textContent?.trim() ?? '';
  return [...document.querySelectorAll('main .item')].flatMap((item): TranscriptEntry[] => {
    const text = (item instanceof HTMLElement ? item.innerText : '').replaceAll('\u00a0', ' ').trim();
    if (item.matches('.user')) return [{ who: 'you', text: textOf(item, '.words') }];
    if (item.matches('.answer')) return [{ who: 'enso', text }];
    // The row of a tool call is final only when the call has ended.
    if (item.matches('.tool')) {
      const over = item.matches('.done, .failed, .aborted');
      return [{ who: 'tool', text: over ? `${textOf(item, '.verb')} ${textOf(item, '.subject')}` : '' }];
    }
    if (item.matches('.card')) return [{ who: 'asks', text: textOf(item, '.card-title') }];
    if (item.matches('.settled')) return [{ who: 'settled', text: text.replaceAll(/\s+/g, ' ') }];
    return text === '' ? [] : [{ who: 'note', text: text.replaceAll(/\s+/g, ' ') }];
  });
}

/** Prints a panel's conversation line by line while it happens. */
export class Narrator {
  private readonly printed: { who: string; lines: number }[] = [];
  private stopped = false;
  private readonly following: Promise<void>;

  constructor(
    private readonly frame: Frame,
    private readonly print: (line: string) => void,
  ) {
    this.following = this.follow();
  }

  /** Prints everything that the panel shows now. */
  async catchUp(): Promise<void> {
    this.printEntries(await this.frame.evaluate(readTranscript), true);
  }

  /** Stops following the panel. Lines that are not printed yet stay unprinted. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.following;
  }

  private async follow(): Promise<void> {
    while (!this.stopped) {
      this.printEntries(await this.frame.evaluate(readTranscript), false);
      await this.frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }

  private printEntries(items: readonly TranscriptEntry[], whole: boolean): void {
    items.forEach(({ who, text }, index) => {
      const known = this.printed[index];
      const at = known?.who === who ? known : (this.printed[index] = { who, lines: 0 });
      const lines = text === '' ? [] : text.split('\n');
      // The last line of the last item may still grow.
      const complete = whole || index < items.length - 1 || who !== 'enso' ? lines.length : lines.length - 1;
      for (const line of lines.slice(at.lines, complete)) {
        this.print(`  ${(at.lines === 0 ? who : '').padStart(7)} │ ${line}`);
        at.lines += 1;
      }
    });
  }
}
