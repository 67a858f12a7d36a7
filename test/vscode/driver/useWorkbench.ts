import { WorkbenchPool } from './workbenchPool';
import { screenshot } from './screenshots';
import type { Workbench, WorkbenchOptions } from './workbench';

const pool = new WorkbenchPool();

after(() => pool.close());

/**
 * Gives each test of a suite a workbench in its initial state. Suites whose options differ only in settings share a
 * workbench. A failed test leaves screenshots and logs, and its workbench is closed. Closing a workbench fails after any
 * request to the network, violation of the policy or error in a webview.
 */
export function useWorkbench(options: WorkbenchOptions = {}): () => Workbench {
  let workbench: Workbench | undefined;

  beforeEach(async function () {
    this.timeout(90_000);
    workbench = await pool.lend(options);
  });

  afterEach(async function () {
    if (this.currentTest?.state !== 'failed' || !workbench) return;
    for (const [index, page] of workbench.context.pages().entries())
      await screenshot(
        page,
        `failed-${this.currentTest.fullTitle()}${index === 0 ? '' : `-${String(index)}`}`,
      );
    console.log(`      The logs are in ${workbench.server.dataFolder}.`);
    await pool.discard(workbench);
  });

  return () => {
    if (!workbench) throw new Error('The workbench has not started.');
    return workbench;
  };
}
