import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until';
import type { Workbench } from './workbench';

/** Returns the answers that the asking extensions have received so far, a line each. */
export function allAnswers({ folder }: Workbench): string[] {
  const file = join(folder, 'answers.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** Waits until the last answer that an asking extension received is this line. */
export async function untilAnswered(workbench: Workbench, line: string): Promise<void> {
  await until(workbench.page, line, () => Promise.resolve(allAnswers(workbench).at(-1) === line));
}
