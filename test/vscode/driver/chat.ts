import type { FrameLocator, Locator, Page } from 'playwright-core';
import { panel, type Place } from './panels';

/** A chat panel as a person sees it: what there is to read, to type into and to press. */
export class Chat {
  readonly frame: FrameLocator;

  constructor(
    readonly page: Page,
    place: Place = 'view',
  ) {
    this.frame = panel(page, place);
  }

  get composer(): Locator {
    return this.frame.getByLabel('Message pi', { exact: true });
  }

  get bubbles(): Locator {
    return this.frame.getByRole('article', { name: 'You' });
  }

  get answers(): Locator {
    return this.frame.getByRole('article', { name: 'Answer' });
  }

  get queued(): Locator {
    return this.frame.getByRole('list', { name: 'Queued messages' }).getByRole('listitem');
  }

  /** One button of the panel, by its label; an icon before the label may add its glyph to the name. */
  button(label: string): Locator {
    return this.frame.getByRole('button', { name: new RegExp(`^[^\\p{L}]*${label}$`, 'u') });
  }

  /** A tool's line, by what it worked on. */
  tool(subject: string): Locator {
    return this.frame.locator('.tool', { hasText: subject });
  }

  /** A picture that is attached to what is typed. */
  picture(name: string): Locator {
    return this.frame.locator('.chip', { hasText: name });
  }

  /** An open question, by its title. */
  card(title: string): Locator {
    return this.frame.getByRole('group', { name: title });
  }

  /** The same once it takes an answer: not at once, so that no key or click on its way is one. */
  armedCard(title: string): Locator {
    return this.card(title).and(this.frame.locator('[data-armed="yes"]'));
  }

  /** A question that is over, by its title. */
  settled(title: string): Locator {
    return this.frame.locator('.settled, .tool.asked', { hasText: title });
  }

  /** Returns the row of a tool call that a question was asked about, by what the call works on. */
  askedCall(subject: string): Locator {
    return this.frame.locator('.tool.asked', { hasText: subject });
  }

  /** Clicks into the composer, types and presses Enter. */
  async send(text: string): Promise<void> {
    await this.composer.click();
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
  }

  /** Waits until nothing runs in this panel's thread. */
  async idle(): Promise<void> {
    await this.button('Stop').waitFor({ state: 'detached' });
    await this.button('Send').waitFor();
  }
}
