import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Frame } from 'playwright-core';

/**
 * Returns the problems that axe finds in a panel, a line each: the rule, its message and the element.
 * @param part the part of the workbench that contains the panel
 */
export async function accessibilityProblems(
  frame: Frame,
  part: '.part.auxiliarybar' | '.part.editor',
): Promise<string[]> {
  // A panel is transparent, and axe doesn't see the colors behind its frame.
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
    // The model chooses the headings of an answer.
    return scanner.run({ rules: { 'heading-order': { enabled: false } } });
  });
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.map(({ target }) => target.join(' ')).join(', ');
    return `${id}: ${help} (${where})`;
  });
}
