import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ExtensionAPI, InlineExtension } from '@earendil-works/pi-coding-agent';
import { cleanMessage } from '../transcript/problems';

export interface EnsoExtensionOptions {
  /** Called when all other extensions have seen the user's prompt. False keeps the prompt from pi. */
  readonly input: () => boolean;
  /** Called when the model has changed. */
  readonly changed: () => void;
}

/** Returns Enso's own extension of a session. pi runs inline extensions after all others. */
export function ensoExtension({ input, changed }: EnsoExtensionOptions): InlineExtension {
  return {
    name: 'enso',
    hidden: true,
    factory: (pi) => {
      pi.on('input', ({ source }) => ({
        action: source === 'extension' || input() ? 'continue' : 'handled',
      }));
      pi.on('model_select', changed);
      cleanErrors(pi);
      blockSpecialFiles(pi);
    },
  };
}

/** Removes HTML pages and parts of keys from a provider's error, which pi would save in the session file. */
function cleanErrors(pi: ExtensionAPI): void {
  pi.on('message_end', ({ message }) => {
    if (message.role !== 'assistant' || message.errorMessage === undefined) return undefined;
    const errorMessage = cleanMessage(message.errorMessage);
    return errorMessage === message.errorMessage ? undefined : { message: { ...message, errorMessage } };
  });
}

/** Blocks tools on pipes and devices, because reading one may never end and can't be aborted. */
function blockSpecialFiles(pi: ExtensionAPI): void {
  pi.on('tool_call', async ({ toolName, input }, { cwd }) => {
    if (!['read', 'edit', 'write'].includes(toolName) || !('path' in input)) return undefined;
    if (typeof input.path !== 'string') return undefined;
    const stats = await stat(resolve(cwd, input.path)).catch(() => undefined);
    if (stats === undefined || stats.isFile() || stats.isDirectory()) return undefined;
    return { block: true, reason: `${input.path} is a pipe or a device, not a file.` };
  });
}
