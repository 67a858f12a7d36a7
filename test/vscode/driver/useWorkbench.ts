import { WorkbenchPool } from './workbenchPool';
import { screenshot } from './pictures';
import type { Workbench, WorkbenchOptions } from './workbench';

const pool = new WorkbenchPool();

after(() => pool.close());

/**
 * Gives each test of a suite a workbench in its first state. Suites whose options differ in nothing but settings share
 * one. A test that fails leaves a picture and the logs, and no other test gets its workbench; ending fails when
 * anything asked for the network, broke the policy or failed in a webview.
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
