import { join } from 'node:path';
import { root } from './run.mjs';

/** The folder for downloads, data of test runs and screenshots. Git ignores it. */
export const workFolder = join(root, '.vscode-test');

/** The version of the workbench that replaces a desktop VS Code. */
export const workbenchVersion = '4.139.1';

/** The folder of the complete workbench. */
export const workbenchFolder = join(workFolder, `code-server-${workbenchVersion}`);
