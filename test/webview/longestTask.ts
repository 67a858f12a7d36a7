import { strict as assert } from 'node:assert';
import type { PanelPage } from './panelPage';

/** How many times as long as the reference work the longest task may take. A fault takes hundreds of times as long. */
const maxRatio = 12;

/**
 * Asserts that a change of the page leaves no long task, until the page rests again. The limit is a multiple of a fixed
 * piece of work in the same page, so that a busy machine is slow for both.
 */
export async function assertShortTasks(
  panel: PanelPage,
  what: string,
  change: () => Promise<void>,
): Promise<void> {
  const before = await referenceTask(panel);
  const longest = await longestTask(panel, change);
  const reference = Math.max(before, await referenceTask(panel));
  assert.ok(longest <= maxRatio * reference, `${what}: ${longest} ms, ${reference} ms for the reference`);
}

/** Returns the longest of three tasks that each take about 50 ms on a quiet machine. */
function referenceTask(panel: PanelPage): Promise<number> {
  return longestTask(panel, () =>
    panel.page.evaluate(async () => {
      for (let count = 0; count < 3; count += 1) {
        await new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            const rows = document.createElement('div');
            for (let row = 0; row < 4_000; row += 1) rows.append(`row ${row}`, document.createElement('br'));
            document.body.append(rows);
            rows.getBoundingClientRect();
            rows.remove();
            resolve();
          };
          port2.postMessage('');
        });
      }
    }),
  );
}

/** Returns the longest task of the page from a change of the page until the page rests again, in milliseconds. */
async function longestTask(panel: PanelPage, change: () => Promise<void>): Promise<number> {
  await panel.page.evaluate(() => {
    const page = window as unknown as { tasks: number[]; observer?: PerformanceObserver };
    page.tasks = [];
    page.observer?.disconnect();
    page.observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) page.tasks.push(duration);
    });
    page.observer.observe({ type: 'longtask' });
  });
  await change();
  await panel.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let calm = 0;
        const look = () => {
          calm += 1;
          if (calm > 5) resolve();
          else requestIdleCallback(look);
        };
        requestAnimationFrame(() => requestIdleCallback(look));
      }),
  );
  // Tasks below 50 ms aren't reported.
  return panel.page.evaluate(() => Math.max(50, ...(window as unknown as { tasks: number[] }).tasks));
}
