import axe, { type AxeResults } from 'axe-core';
import type { Frame } from 'playwright-core';

/** What axe finds wrong in a frame, one line each: the rule, what it says, and where. */
export async function accessibilityProblems(frame: Frame): Promise<string[]> {
  await frame.evaluate(axe.source);
  const { violations } = await frame.evaluate(async () => {
    const scanner = (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe;
    return scanner.run();
  });
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.map(({ target }) => target.join(' ')).join(', ');
    return `${id}: ${help} (${where})`;
  });
}
