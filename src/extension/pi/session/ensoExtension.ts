import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ExtensionAPI, InlineExtension } from '@earendil-works/pi-coding-agent';
import { cleanMessage } from '../transcript/problems';

export interface EnsoExtensionOptions {
  /** Called when every other extension has seen a person's prompt; false keeps it from pi. */
  readonly input: () => boolean;
  /** Called when another model was chosen, by whomever. */
  readonly changed: () => void;
}

/**
 * Enso's own extension in each session. pi puts inline extensions behind all others, so that this one has the last word.
 */
export function ensoExtension({ input, changed }: EnsoExtensionOptions): InlineExtension {
  return {
    name: 'enso',
    hidden: true,
    factory: (pi) => {
      pi.on('input', ({ source }) => ({
        action: source === 'extension' || input() ? 'continue' : 'handled',
      }));
      pi.on('model_select', changed);
      keepPagesOut(pi);
      keepToFiles(pi);
    },
  };
}

/** What a provider answers in place of words would be stored for good: pages of its own, and parts of keys. */
function keepPagesOut(pi: ExtensionAPI): void {
  pi.on('message_end', ({ message }) => {
    if (message.role !== 'assistant' || message.errorMessage === undefined) return undefined;
    const errorMessage = cleanMessage(message.errorMessage);
    return errorMessage === message.errorMessage ? undefined : { message: { ...message, errorMessage } };
  });
}

/** Reading a pipe or a device may never end, and no stop reaches it. */
function keepToFiles(pi: ExtensionAPI): void {
  pi.on('tool_call', async ({ toolName, input }, { cwd }) => {
    if (!['read', 'edit', 'write'].includes(toolName) || !('path' in input)) return undefined;
    if (typeof input.path !== 'string') return undefined;
    const stats = await stat(resolve(cwd, input.path)).catch(() => undefined);
    if (stats === undefined || stats.isFile() || stats.isDirectory()) return undefined;
    return { block: true, reason: `${input.path} is a pipe or a device and no file.` };
  });
}
