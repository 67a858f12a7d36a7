import { startWorkbench, type Workbench, type WorkbenchOptions } from './workbench';

/** How many are open at the same time: the one that most suites share, and one of another kind. */
const maxOpen = 2;

/** Open workbenches, the one last used at the end. */
export class WorkbenchPool {
  private readonly open: { readonly key: string; readonly workbench: Workbench }[] = [];

  /** Returns a workbench of these options in its first state: one that is open, or a new one. */
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

  /** Closes a workbench for good and keeps the logs of its run. */
  async discard(workbench: Workbench): Promise<void> {
    const at = this.open.findIndex((each) => each.workbench === workbench);
    if (at >= 0) this.open.splice(at, 1);
    await workbench.close(true);
  }

  async close(): Promise<void> {
    for (const { workbench } of this.open.splice(0)) await workbench.close();
  }
}
