import { startWorkbench, type Workbench, type WorkbenchOptions } from './workbench';

/** The number of open workbenches: the one that most suites share, and one other. */
const maxOpen = 2;

/** Open workbenches, in the order of their last use. */
export class WorkbenchPool {
  private readonly open: { readonly key: string; readonly workbench: Workbench }[] = [];

  /** Returns a workbench with these options in its initial state: an open one, or a new one. */
  async lend({ settings = {}, ...options }: WorkbenchOptions): Promise<Workbench> {
    const key = JSON.stringify(options);
    const at = this.open.findIndex((each) => each.key === key);
    const [found] = at < 0 ? [] : this.open.splice(at, 1);
    while (this.open.length >= maxOpen) await this.open.shift()?.workbench.close();
    const workbench = found?.workbench ?? (await startWorkbench(options));
    this.open.push({ key, workbench });
    try {
      await workbench.reset(settings);
    } catch (error) {
      await this.discard(workbench);
      throw error;
    }
    return workbench;
  }

  /** Closes a workbench and keeps the logs of its run. */
  async discard(workbench: Workbench): Promise<void> {
    const at = this.open.findIndex((each) => each.workbench === workbench);
    if (at >= 0) this.open.splice(at, 1);
    await workbench.close(true);
  }

  async close(): Promise<void> {
    for (const { workbench } of this.open.splice(0)) await workbench.close();
  }
}
