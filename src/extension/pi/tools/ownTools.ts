import { access, mkdir, readFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import type { InlineExtension, SettingsManager, ToolDefinition } from '@earendil-works/pi-coding-agent';
import { atomicWrite } from '../../base/atomicWrite';
import { cleanEnvironment } from '../sdk/environment';
import type { Pi } from '../sdk/loadPi';

/**
 * pi's own tools where they need another footing in an editor: commands get a clean environment, and files are replaced
 * rather than emptied and filled, because pi runs the tools of one turn side by side. Each is an extension of its own that
 * stands back for another one's tool of the same name, as pi's built-in tools do; a session's custom tools would not.
 * @param around puts something around each of them
 * @param mark what each command has in its environment besides
 */
export function ensoTools(
  pi: Pi,
  cwd: string,
  settings: SettingsManager,
  around: (tool: ToolDefinition) => ToolDefinition = (tool) => tool,
  mark: () => Readonly<Record<string, string>> = () => ({}),
): InlineExtension[] {
  return definitions(pi, cwd, settings, mark).map((definition) => ({
    name: definition.name,
    hidden: true,
    replaceable: true,
    factory: (api) => {
      // Which tools a session begins with is for the person's settings to say.
      api.registerTool({ ...around(definition), defaultActive: false });
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
