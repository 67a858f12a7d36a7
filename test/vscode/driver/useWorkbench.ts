import { screenshot } from './pictures';
import { startWorkbench, type Workbench, type WorkbenchOptions } from './workbench';

/**
 * One workbench for the tests of a suite, started before the first and ended after the last. A test that fails
 * leaves a picture; ending fails when anything asked for the network, broke the policy or failed in a webview.
 */
export function useWorkbench(options: WorkbenchOptions = {}): () => Workbench {
  let workbench: Workbench | undefined;
  let failed = false;

  before(async () => {
    workbench = await startWorkbench(options);
  });

  afterEach(async function () {
    if (this.currentTest?.state !== 'failed' || !workbench) return;
    failed = true;
    await screenshot(workbench.page, `failed-${this.currentTest.fullTitle()}`);
  });

  after(async () => {
    await workbench?.close(failed);
    if (failed) console.log(`      The logs are in ${workbench?.server.dataFolder ?? ''}.`);
  });

  return () => {
    if (!workbench) throw new Error('The workbench has not started.');
    return workbench;
  };
}
