import * as l10n from '@vscode/l10n';
import type { AssistantMessage, Model, Provider } from '@earendil-works/pi-ai';
import { emptyMessage } from '../../sdk/emptyMessage';
import type { Pi } from '../../sdk/loadPi';
import type { ScriptStep } from './intents';
import { nextStep, type ModelContext } from './script';

export const demoProviderId = 'offline';
export const demoModelName = () => l10n.t('Offline demo model');

const createModel = (): Model<'offline'> => ({
  id: 'demo',
  name: demoModelName(),
  api: 'offline',
  provider: demoProviderId,
  baseUrl: 'offline:',
  reasoning: false,
  input: ['text'],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 128_000,
  maxTokens: 16_000,
});

/** Waits between two pieces of an answer. Settles at once when `signal` aborts. */
export type Pace = (signal: AbortSignal | undefined) => Promise<void>;

const pieceDelayMs = 25;

const readingSpeed: Pace = (signal) =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, pieceDelayMs);
    signal?.addEventListener('abort', done);
  });

/**
 * Returns a provider with one model, which follows a script. The model calls pi's tools like any other model, so
 * everything except its texts is real.
 */
export function demoProvider(pi: Pi, pace: Pace = readingSpeed): Provider {
  const model = createModel();
  const stream = (_model: unknown, context: ModelContext, options?: { readonly signal?: AbortSignal }) => {
    const events = pi.createAssistantMessageEventStream();
    void write(emptyMessage(model, 'stop'), nextStep(context), events, pace, options?.signal);
    return events;
  };
  return {
    id: demoProviderId,
    name: l10n.t('Offline'),
    auth: { apiKey: { name: 'none needed', resolve: () => Promise.resolve({ auth: {} }) } },
    getModels: () => [model],
    stream,
    streamSimple: stream,
  };
}

type Events = ReturnType<Pi['createAssistantMessageEventStream']>;

/** Streams an answer into `message`. Never rejects: a failure ends the stream with an error event. */
async function write(
  message: AssistantMessage,
  step: ScriptStep,
  events: Events,
  pace: Pace,
  signal?: AbortSignal,
): Promise<void> {
  try {
    events.push({ type: 'start', partial: message });
    const complete =
      (await writeText(message, events, 'thinking', step.thinking, pace, signal)) &&
      (await writeText(message, events, 'text', step.text, pace, signal));
    if (!complete || signal?.aborted === true) {
      message.stopReason = 'aborted';
      message.errorMessage = 'Request was aborted';
      events.push({ type: 'error', reason: 'aborted', error: message });
      return;
    }
    writeCalls(message, events, step.calls ?? []);
    const reason = message.content.some((block) => block.type === 'toolCall') ? 'toolUse' : 'stop';
    message.stopReason = reason;
    events.push({ type: 'done', reason, message });
  } catch (error) {
    message.stopReason = 'error';
    message.errorMessage = error instanceof Error ? error.message : String(error);
    events.push({ type: 'error', reason: 'error', error: message });
  }
}

/** Resolves with false if the abort comes first. */
async function writeText(
  message: AssistantMessage,
  events: Events,
  kind: 'text' | 'thinking',
  text: string | undefined,
  pace: Pace,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (text === undefined || text === '') return true;
  const contentIndex = message.content.length;
  let written = '';
  const block = () =>
    kind === 'text'
      ? ({ type: 'text', text: written } as const)
      : ({ type: 'thinking', thinking: written } as const);
  message.content.push(block());
  events.push({ type: `${kind}_start`, contentIndex, partial: message });
  for (const delta of text.match(/\s*\S+|\s+/g) ?? []) {
    if (signal?.aborted === true) return false;
    written += delta;
    message.content[contentIndex] = block();
    events.push({ type: `${kind}_delta`, contentIndex, delta, partial: message });
    await pace(signal);
  }
  events.push({ type: `${kind}_end`, contentIndex, content: written, partial: message });
  return true;
}

function writeCalls(
  message: AssistantMessage,
  events: Events,
  calls: NonNullable<ScriptStep['calls']>,
): void {
  for (const { name, args } of calls) {
    const contentIndex = message.content.length;
    const id = `offline-${crypto.randomUUID()}`;
    message.content.push({ type: 'toolCall', id, name, arguments: {} });
    events.push({ type: 'toolcall_start', contentIndex, partial: message });
    const toolCall = { type: 'toolCall', id, name, arguments: args } as const;
    message.content[contentIndex] = toolCall;
    events.push({ type: 'toolcall_delta', contentIndex, delta: JSON.stringify(args), partial: message });
    events.push({ type: 'toolcall_end', contentIndex, toolCall, partial: message });
  }
}
