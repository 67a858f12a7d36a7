import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './wait';
import type { Workbench } from './workbench';

/** What the askers were answered so far, a line each. */
export function allGiven({ folder }: Workbench): string[] {
  const file = join(folder, 'answers.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** Waits until the last answer that an asker got is this one. */
export async function given(workbench: Workbench, line: string): Promise<void> {
  await until(workbench.page, line, () => Promise.resolve(allGiven(workbench).at(-1) === line));
}
