import type { Message, ToolResultMessage } from '@earendil-works/pi-ai';
import { intentOf, type ScriptStep } from './intents';

export interface ModelContext {
  readonly messages: readonly Message[];
}

const introduction =
  "I'm Enso's offline demo model: a small script, no language model. To use a real model, run " +
  "*Enso: Choose Model* or *Enso: Set API Key*. Until then, I do a few simple tasks with pi's real tools.\n\n";

const summary =
  "The offline demo model is a script and can't summarize. Earlier messages are in the transcript, but not in the model's context.";

/** Returns true for pi's summary requests. They offer no tools, and the conversation in them is no request. */
function isSummaryRequest(messages: readonly Message[]): boolean {
  return !messages.some((message) => message.role === 'system' && (message.toolsAdded?.length ?? 0) > 0);
}

/** Returns the next answer, from the last prompt and the tool results after it. */
export function nextStep({ messages }: ModelContext): ScriptStep {
  if (isSummaryRequest(messages)) return { text: summary };
  const promptIndex = messages.findLastIndex((message) => message.role === 'user');
  const results = messages
    .slice(promptIndex + 1)
    .filter((message): message is ToolResultMessage => message.role === 'toolResult');
  const first = !messages.slice(0, promptIndex).some((message) => message.role === 'assistant');
  const intent = intentOf(textOf(messages[promptIndex]));
  if (results.length === 0) {
    const text = `${first ? introduction : ''}${intent.say}`;
    return {
      ...(intent.thinking === undefined ? {} : { thinking: intent.thinking }),
      ...(text === '' ? {} : { text }),
      ...(intent.calls === undefined ? {} : { calls: intent.calls }),
    };
  }
  const failed = results.find((result) => result.isError);
  if (failed !== undefined) return { text: `That didn't work: ${lastLine(textOf(failed))}` };
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
