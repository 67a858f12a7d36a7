import type { Frame, Page } from 'playwright-core';

/**
 * Waits until something outside the page holds, asked again on each of the page's animation frames.
 * @param what said in the error when it doesn't come to hold within `timeout` milliseconds
 */
export async function until(
  page: Page | Frame,
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeout = 15_000,
): Promise<void> {
  const end = Date.now() + timeout;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited ${String(timeout)} ms in vain for ${what}.`);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}
