import type { ExtensionAPI, InlineExtension } from '@earendil-works/pi-coding-agent';
import { callIdOf } from '../transcript/messageContent';
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
      distinguishCalls(pi);
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

/**
 * Gives each call of an answer an id of its own, because some providers send one id for several calls, or none, and pi
 * matches results with calls by id. pi runs the calls of the replaced message.
 */
function distinguishCalls(pi: ExtensionAPI): void {
  pi.on('message_end', ({ message }) => {
    if (message.role !== 'assistant') return undefined;
    const ids = new Set<string>();
    const content = message.content.map((block) => {
      if (block.type !== 'toolCall') return block;
      const id = newIdIn(ids, callIdOf(block.id));
      ids.add(id);
      return id === block.id ? block : { ...block, id };
    });
    const isChanged = content.some((block, at) => block !== message.content[at]);
    return isChanged ? { message: { ...message, content } } : undefined;
  });
}

function newIdIn(ids: ReadonlySet<string>, id: string): string {
  if (id !== '' && !ids.has(id)) return id;
  for (let count = 1; ; count++) {
    const next = `${id === '' ? 'call' : id}_${count}`;
    if (!ids.has(next)) return next;
  }
}
