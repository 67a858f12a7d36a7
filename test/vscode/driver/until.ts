import type { Frame, Page } from 'playwright-core';

/**
 * Waits for a condition outside the page, which is checked on each animation frame of the page.
 * @param what the condition's name in the error after `timeoutMs`
 */
export async function until(
  page: Page | Frame,
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 45_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Timed out after ${String(timeoutMs)} ms waiting for ${what}.`);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}
