import { access, mkdir, readFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import type { SettingsManager, ToolDefinition } from '@earendil-works/pi-coding-agent';
import { atomicWrite } from './atomicWrite';
import { cleanEnvironment } from './environment';
import type { Pi } from './loadPi';

/**
 * pi's own tools where they need another footing in an editor: commands get a clean environment, and files are replaced
 * rather than emptied and filled, because pi runs the tools of one turn side by side.
 */
export function ownTools(pi: Pi, cwd: string, settings: SettingsManager): ToolDefinition[] {
  const shellPath = settings.getShellPath();
  const commandPrefix = settings.getShellCommandPrefix();
  const bash = pi.createBashToolDefinition(cwd, {
    ...(shellPath === undefined ? {} : { shellPath }),
    ...(commandPrefix === undefined ? {} : { commandPrefix }),
    spawnHook: (context) => ({ ...context, env: cleanEnvironment(context.env) }),
  });
  const edit = pi.createEditToolDefinition(cwd, {
    operations: {
      access: (path) => access(path, constants.R_OK | constants.W_OK),
      readFile: (path) => readFile(path),
      writeFile: atomicWrite,
    },
  });
  const write = pi.createWriteToolDefinition(cwd, {
    operations: {
      writeFile: atomicWrite,
      mkdir: async (folder) => {
        await mkdir(folder, { recursive: true });
      },
    },
  });
  return [bash, edit, write] as ToolDefinition[];
}
