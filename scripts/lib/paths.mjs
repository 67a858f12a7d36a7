import { join } from 'node:path';
import { root } from './run.mjs';

/** Everything that is fetched, run or pictured while working on the project; ignored by git. */
export const workFolder = join(root, '.vscode-test');

/** The version of the workbench that stands in for the desktop VS Code. */
export const workbenchVersion = '4.139.1';

/** Where that workbench lies once it is whole. */
export const workbenchFolder = join(workFolder, `code-server-${workbenchVersion}`);
