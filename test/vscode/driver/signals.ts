import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workbench } from './workbench';

/** Returns shell text that waits until the test gives the signal of that name. */
export function untilSignal(name: string): string {
  return `until test -e signal-${name}; do sleep 0.1; done; rm signal-${name}`;
}

/** Code for an extension of pi: `signal(folder, name)` resolves once the test has given that signal, however long that takes. */
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

/** Gives a signal: the code that waits for the name continues. */
export function giveSignal({ folder }: Workbench, name: string): void {
  writeFileSync(join(folder, `signal-${name}`), '');
}
