import { AsyncLocalStorage } from 'node:async_hooks';
import { access, mkdir, readFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import { dirname } from 'node:path';
import type { InlineExtension, SettingsManager, ToolDefinition } from '@earendil-works/pi-coding-agent';
import { atomicWrite } from '../../base/atomicWrite';
import type { CallChanges } from '../../changes/callChanges';
import { cleanEnvironment } from '../sdk/environment';
import type { Pi } from '../sdk/loadPi';
import type { ChangeRecorder } from './changeRecorder';

/** The session that the tools belong to. */
export interface ToolOptions {
  readonly cwd: string;
  readonly settings: SettingsManager;
  /** Wraps each tool. */
  readonly wrap?: (tool: ToolDefinition) => ToolDefinition;
  /** Returns additional variables for the environment of each command. */
  readonly mark?: () => Readonly<Record<string, string>>;
  /** Stores what the tools change. Absent: nothing can be undone. */
  readonly recorder?: ChangeRecorder | undefined;
}

/** The changes of the call that runs. The operations of pi's tools aren't told their call. */
type RunningCall = AsyncLocalStorage<CallChanges>;

/**
 * Returns pi's own tools with a clean environment for commands and atomic writes for files, because pi runs the tools of
 * one turn in parallel. Each tool is an extension, so that an extension of the user can replace it as it can replace pi's
 * built-in tools. Custom tools of a session would take precedence.
 */
export function ensoTools(pi: Pi, options: ToolOptions): InlineExtension[] {
  const { wrap = unwrapped, recorder } = options;
  const running: RunningCall = new AsyncLocalStorage();
  const recording = (tool: ToolDefinition): ToolDefinition =>
    recorder === undefined ? tool : recordingTool(tool, recorder, running);
  return definitions(pi, options, running).map((definition) => ({
    name: definition.name,
    hidden: true,
    replaceable: true,
    factory: (api) => {
      // The user's settings say which tools a session starts with.
      api.registerTool({ ...wrap(recording(definition)), defaultActive: false });
    },
  }));
}

const unwrapped = (tool: ToolDefinition): ToolDefinition => tool;

function recordingTool(tool: ToolDefinition, recorder: ChangeRecorder, running: RunningCall): ToolDefinition {
  return {
    ...tool,
    execute: (id, input, signal, onUpdate, context) =>
      recorder.call({ id, tool: tool.name, input }, (changes) =>
        running.run(changes, () => tool.execute(id, input, signal, onUpdate, context)),
      ),
  };
}

function definitions(
  pi: Pi,
  { cwd, settings, mark = () => ({}), recorder }: ToolOptions,
  running: RunningCall,
): ToolDefinition[] {
  const shellPath = settings.getShellPath();
  const commandPrefix = settings.getShellCommandPrefix();
  const writeFile = async (path: string, content: string): Promise<void> => {
    const write = async () => {
      await mkdir(dirname(path), { recursive: true });
      await atomicWrite(path, content);
    };
    await (running.getStore()?.write(path, content, write) ?? write());
    await recorder?.wrote(path);
  };
  const bash = pi.createBashToolDefinition(cwd, {
    ...(shellPath === undefined ? {} : { shellPath }),
    ...(commandPrefix === undefined ? {} : { commandPrefix }),
    spawnHook: (context) => ({ ...context, env: { ...cleanEnvironment(context.env), ...mark() } }),
  });
  const edit = pi.createEditToolDefinition(cwd, {
    operations: {
      access: (path) => access(path, constants.R_OK | constants.W_OK),
      readFile: (path) => readFile(path),
      writeFile,
    },
  });
  const write = pi.createWriteToolDefinition(cwd, {
    operations: {
      writeFile,
      // The folder is made with the file, so that an undo knows which folders are new.
      mkdir: () => Promise.resolve(),
    },
  });
  return [bash, edit, write] as ToolDefinition[];
}
