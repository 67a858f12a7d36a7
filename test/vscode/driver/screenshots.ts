import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join('.vscode-test', 'screenshots');

/** Saves a screenshot of the window as `<name>.png` in a folder that Git ignores. */
export async function screenshot(page: Page, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name.replaceAll(/[^\w-]+/g, '-')}.png`);
  await page.screenshot({ path });
  return path;
}
