import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workbench } from './workbench';

/** What a command of the shell waits with until the test gives the cue of that name. */
export function shellCue(name: string): string {
  return `until test -e cue-${name}; do sleep 0.1; done; rm cue-${name}`;
}

/** Code for an extension of pi: `cue(folder, name)` resolves once the test has given it, however long that takes. */
export const cueSource = `
import * as files from 'node:fs';
function cue(folder, name) {
  const file = folder + '/cue-' + name;
  return new Promise((resolve) => {
    const look = () => {
      if (!files.existsSync(file)) return;
      watcher.close();
      files.rmSync(file, { force: true });
      resolve();
    };
    const watcher = files.watch(folder, look);
    look();
  });
}
`;

/** Whoever waits for the cue goes on. */
export function giveCue({ folder }: Workbench, name: string): void {
  writeFileSync(join(folder, `cue-${name}`), '');
}
