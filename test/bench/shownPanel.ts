import type { CDPSession, Frame, Page } from 'playwright-core';
import { openView, panelFrame } from '../vscode/driver/panels';
import { inPage, type PageBench, type Prompted } from './inPage';
import { runCommand } from '../vscode/driver/palette';

export interface Work {
  /** Milliseconds of the panel's main thread. */
  readonly task: number;
  readonly script: number;
  readonly layout: number;
}

/** The chat view of a workbench, in a process of its own, watched from within. */
export class ShownPanel {
  private constructor(
    private readonly page: Page,
    readonly frame: Frame,
    private readonly cdp: CDPSession,
  ) {}

  static async open(page: Page): Promise<ShownPanel> {
    await openView(page);
    const frame = await panelFrame(page, 'view');
    await frame.locator('#composer').waitFor();
    const outer = frame.parentFrame();
    if (outer === null) throw new Error('The panel has no frame around it.');
    // Fails when the panel shares its process with the workbench: then it could not be measured alone.
    const cdp = await page.context().newCDPSession(outer);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await frame.evaluate(inPage);
    return new ShownPanel(page, frame, cdp);
  }

  /** A thread of its own, empty. */
  async newThread(): Promise<void> {
    await this.frame.locator('#composer').focus();
    await runCommand(this.page, 'Enso: New Thread');
    await this.frame.locator('.empty').waitFor();
  }

  /** Types a prompt, sends it as a user does, and waits until its run is over. */
  async prompt(text: string): Promise<Prompted> {
    await this.frame.locator('#composer').fill(text);
    await this.frame.locator('#composer').focus();
    // The page has to be ready before the key comes: the two go different ways to it.
    await this.frame.evaluate(() => (globalThis as unknown as PageBench).bench.expect());
    await this.page.keyboard.press('Enter');
    return this.frame.evaluate(() => (globalThis as unknown as PageBench).bench.prompted());
  }

  /** Does something and says what it cost the panel. */
  async work(act: () => Promise<void>): Promise<Work> {
    const before = await this.metrics();
    await act();
    const after = await this.metrics();
    return {
      task: after.task - before.task,
      script: after.script - before.script,
      layout: after.layout - before.layout,
    };
  }

  /** What it takes this page to show a change: from the frame in which it is made until it is painted. */
  async paints(count: number): Promise<readonly number[]> {
    return this.frame.evaluate((times) => (globalThis as unknown as PageBench).bench.paints(times), count);
  }

  private async metrics(): Promise<Work> {
    const { metrics } = await this.cdp.send('Performance.getMetrics');
    const ms = (name: string) => (metrics.find((each) => each.name === name)?.value ?? NaN) * 1000;
    return {
      task: ms('TaskDuration'),
      script: ms('ScriptDuration'),
      layout: ms('LayoutDuration') + ms('RecalcStyleDuration'),
    };
  }
}
