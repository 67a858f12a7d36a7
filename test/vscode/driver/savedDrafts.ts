import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until';
import type { Workbench } from './workbench';

/** Returns everything that Enso has saved as drafts in a run's data folder. */
export function savedDrafts({ server }: Workbench): string {
  const folder = join(server.dataFolder, 'data', 'User', 'workspaceStorage');
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /enso\.enso\/drafts\/.*\.json$/.test(name.replaceAll('\\', '/')))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

/** Waits until a saved draft has this text in it. */
export async function untilDraftIsSaved(workbench: Workbench, text: string): Promise<void> {
  await until(workbench.page, `“${text}” in a draft on disk`, () => savedDrafts(workbench).includes(text));
}
