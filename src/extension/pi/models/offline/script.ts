import type { Message, ToolResultMessage } from '@earendil-works/pi-ai';
import { intentOf, type ToolCall } from './intents';

export interface ModelContext {
  readonly messages: readonly Message[];
}

/** What the stand-in says next, in this order. */
export interface ScriptStep {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly ToolCall[];
}

const introduction =
  'I am Enso’s offline stand-in: a small script and no language model. Choose a model of your own with ' +
  '*Enso: Choose Model* or *Enso: Set API Key*. Until then I do a few simple things with pi’s real tools.\n\n';

const summary =
  'The offline stand-in is a script and can’t sum up. What was said before is in the transcript, not in what the model sees.';

/** pi asks for a summary of a conversation without giving any tool; the conversation’s own words are no request then. */
function isSummary(messages: readonly Message[]): boolean {
  return !messages.some((message) => message.role === 'system' && (message.toolsAdded?.length ?? 0) > 0);
}

/** The next thing to say, from the last prompt and what the tools have said since. */
export function nextStep({ messages }: ModelContext): ScriptStep {
  if (isSummary(messages)) return { text: summary };
  const asked = messages.findLastIndex((message) => message.role === 'user');
  const results = messages
    .slice(asked + 1)
    .filter((message): message is ToolResultMessage => message.role === 'toolResult');
  const first = !messages.slice(0, asked).some((message) => message.role === 'assistant');
  const intent = intentOf(textOf(messages[asked]));
  if (results.length === 0) {
    const text = `${first ? introduction : ''}${intent.say}`;
    return {
      ...(intent.thinking === undefined ? {} : { thinking: intent.thinking }),
      ...(text === '' ? {} : { text }),
      ...(intent.calls === undefined ? {} : { calls: intent.calls }),
    };
  }
  const failed = results.find((result) => result.isError);
  if (failed !== undefined) return { text: `That did not work: ${lastLine(textOf(failed))}` };
  const outputs = results.map(textOf);
  const next = results.length === 1 ? intent.then?.(outputs[0] ?? '') : undefined;
  if (next !== undefined) return next;
  return { text: intent.conclude?.(outputs) ?? 'Done.' };
}

export function textOf(message: Message | undefined): string {
  if (message === undefined || message.role === 'system') return '';
  if (typeof message.content === 'string') return message.content;
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
