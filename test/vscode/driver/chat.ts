import type { FrameLocator, Locator, Page } from 'playwright-core';
import { panel, type Place } from './panels';

/** A chat panel: its messages, its composer and its buttons. */
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

  /** Returns a button of the panel by its label. The glyph of an icon before the label is part of the button's name. */
  button(label: string): Locator {
    return this.frame.getByRole('button', { name: new RegExp(`^[^\\p{L}]*${label}$`, 'u') });
  }

  /** Returns the row of a tool call by what the call works on. */
  tool(subject: string): Locator {
    return this.frame.locator('.tool', { hasText: subject });
  }

  /** Returns the chip of an image that is attached to the text in the composer. */
  image(name: string): Locator {
    return this.frame.locator('.chip', { hasText: name });
  }

  /** Returns the card of an open question by its title. */
  card(title: string): Locator {
    return this.frame.getByRole('group', { name: title });
  }

  /** Returns the card of an open question once the card accepts input. New cards ignore keys and clicks for a moment. */
  armedCard(title: string): Locator {
    return this.card(title).and(this.frame.locator('[data-armed="yes"]'));
  }

  /** Returns the line of a settled question by its title. */
  settled(title: string): Locator {
    return this.frame.locator('.settled, .tool.asked', { hasText: title });
  }

  /** Returns the row of a tool call that a question was asked about, by what the call works on. */
  askedCall(subject: string): Locator {
    return this.frame.locator('.tool.asked', { hasText: subject });
  }

  /** Types a text into the composer and presses Enter. */
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
