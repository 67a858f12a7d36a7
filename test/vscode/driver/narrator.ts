import type { Frame } from 'playwright-core';

interface Said {
  readonly who: string;
  readonly text: string;
}

/** Reads a panel's transcript from top to bottom. Runs in the page. */
function readTranscript(): Said[] {
  const words = (element: Element, selector: string) =>
    element.querySelector(selector)?.textContent?.trim() ?? '';
  return [...document.querySelectorAll('main .item')].flatMap((item): Said[] => {
    const text = (item instanceof HTMLElement ? item.innerText : '').replaceAll('\u00a0', ' ').trim();
    if (item.matches('.user')) return [{ who: 'you', text: words(item, '.words') }];
    if (item.matches('.answer')) return [{ who: 'enso', text }];
    // A tool's line changes while it runs; what it did is known when it is over.
    if (item.matches('.tool')) {
      const over = item.matches('.done, .failed, .aborted');
      return [{ who: 'tool', text: over ? `${words(item, '.verb')} ${words(item, '.subject')}` : '' }];
    }
    if (item.matches('.card')) return [{ who: 'asks', text: words(item, '.card-title') }];
    if (item.matches('.settled')) return [{ who: 'settled', text: text.replaceAll(/\s+/g, ' ') }];
    return text === '' ? [] : [{ who: 'note', text: text.replaceAll(/\s+/g, ' ') }];
  });
}

/** Says a panel's conversation line by line while it happens. */
export class Narrator {
  private readonly said: { who: string; lines: number }[] = [];
  private stopped = false;
  private readonly following: Promise<void>;

  constructor(
    private readonly frame: Frame,
    private readonly print: (line: string) => void,
  ) {
    this.following = this.follow();
  }

  /** Says all that there is by now. */
  async catchUp(): Promise<void> {
    this.say(await this.frame.evaluate(readTranscript), true);
  }

  /** Ends; what was not said by now stays unsaid. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.following;
  }

  private async follow(): Promise<void> {
    while (!this.stopped) {
      this.say(await this.frame.evaluate(readTranscript), false);
      await this.frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
  }

  private say(items: readonly Said[], whole: boolean): void {
    items.forEach(({ who, text }, index) => {
      const known = this.said[index];
      const at = known?.who === who ? known : (this.said[index] = { who, lines: 0 });
      const lines = text === '' ? [] : text.split('\n');
      // The last line may still grow while nothing comes after it.
      const complete = whole || index < items.length - 1 || who !== 'enso' ? lines.length : lines.length - 1;
      for (const line of lines.slice(at.lines, complete)) {
        this.print(`  ${(at.lines === 0 ? who : '').padStart(7)} │ ${line}`);
        at.lines += 1;
      }
    });
  }
}
