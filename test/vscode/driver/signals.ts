import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workbench } from './workbench';

/** Returns a shell command that waits for a signal of the test. */
export function untilSignal(name: string): string {
  return `until test -e signal-${name}; do sleep 0.1; done; rm signal-${name}`;
}

/** Code for an extension of pi: `signal(folder, name)` resolves when the test gives that signal. */
export const signalSource = `
import * as files from 'node:fs';
function signal(folder, name) {
  const file = folder + '/signal-' + name;
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

/** Gives a signal to the code that waits for its name. */
export function giveSignal({ folder }: Workbench, name: string): void {
  writeFileSync(join(folder, `signal-${name}`), '');
}
