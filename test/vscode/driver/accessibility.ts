import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Frame } from 'playwright-core';

/**
 * What axe finds wrong in a panel, one line each: the rule, what it says, and where.
 * @param part the part of the workbench that the panel lies in
 */
export async function accessibilityProblems(
  frame: Frame,
  part: '.part.auxiliarybar' | '.part.editor',
): Promise<string[]> {
  // A panel is see-through, and axe doesn't look at what is behind its frame.
  const behind = await frame
    .page()
    .locator(part)
    .evaluate((element) => getComputedStyle(element).backgroundColor);
  await frame.evaluate((colour) => {
    document.documentElement.style.backgroundColor = colour;
  }, behind);
  await frame.evaluate(axe.source);
  const { violations } = await frame.evaluate(async () => {
    const scanner = (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe;
    // The headings of an answer are its author's.
    return scanner.run({ rules: { 'heading-order': { enabled: false } } });
  });
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.map(({ target }) => target.join(' ')).join(', ');
    return `${id}: ${help} (${where})`;
  });
}
