import { access, mkdir, readFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import type { InlineExtension, SettingsManager, ToolDefinition } from '@earendil-works/pi-coding-agent';
import { atomicWrite } from '../../base/atomicWrite';
import { cleanEnvironment } from '../sdk/environment';
import type { Pi } from '../sdk/loadPi';

/**
 * Returns pi's own tools with a clean environment for commands and atomic writes for files, because pi runs the tools of
 * one turn in parallel. Each tool is an extension, so that an extension of the user can replace it as it can replace pi's
 * built-in tools. Custom tools of a session would take precedence.
 * @param wrap wraps each tool
 * @param mark returns additional variables for the environment of each command
 */
export function ensoTools(
  pi: Pi,
  cwd: string,
  settings: SettingsManager,
  wrap: (tool: ToolDefinition) => ToolDefinition = (tool) => tool,
  mark: () => Readonly<Record<string, string>> = () => ({}),
): InlineExtension[] {
  return definitions(pi, cwd, settings, mark).map((definition) => ({
    name: definition.name,
    hidden: true,
    replaceable: true,
    factory: (api) => {
      // The user's settings say which tools a session starts with.
      api.registerTool({ ...wrap(definition), defaultActive: false });
    },
  }));
}

function definitions(
  pi: Pi,
  cwd: string,
  settings: SettingsManager,
  mark: () => Readonly<Record<string, string>>,
): ToolDefinition[] {
  const shellPath = settings.getShellPath();
  const commandPrefix = settings.getShellCommandPrefix();
  const bash = pi.createBashToolDefinition(cwd, {
    ...(shellPath === undefined ? {} : { shellPath }),
    ...(commandPrefix === undefined ? {} : { commandPrefix }),
    spawnHook: (context) => ({ ...context, env: { ...cleanEnvironment(context.env), ...mark() } }),
  });
  const edit = pi.createEditToolDefinition(cwd, {
    operations: {
      access: (path) => access(path, constants.R_OK | constants.W_OK),
      readFile: (path) => readFile(path),
      writeFile: (path, content) => atomicWrite(path, content),
    },
  });
  const write = pi.createWriteToolDefinition(cwd, {
    operations: {
      writeFile: (path, content) => atomicWrite(path, content),
      mkdir: async (folder) => {
        await mkdir(folder, { recursive: true });
      },
    },
  });
  return [bash, edit, write] as ToolDefinition[];
}
