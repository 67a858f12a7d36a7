import type { AssistantMessage, Model, Provider } from '@earendil-works/pi-ai';
import { emptyMessage } from '../../sdk/emptyMessage';
import type { Pi } from '../../sdk/loadPi';
import { nextStep, type ScriptStep, type ModelContext } from './script';

export const offlineProviderId = 'offline';
export const offlineModelName = 'Offline stand-in';

const model: Model<'offline'> = {
  id: 'stand-in',
  name: offlineModelName,
  api: 'offline',
  provider: offlineProviderId,
  baseUrl: 'offline:',
  reasoning: false,
  input: ['text'],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 128_000,
  maxTokens: 16_000,
};

/** Waits between two pieces of an answer; rejects or resolves at once when `signal` is raised. */
export type Pace = (signal: AbortSignal | undefined) => Promise<void>;

const readingPace: Pace = (signal) =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, 25);
    signal?.addEventListener('abort', done);
  });

/**
 * A provider with one model that is no language model: it follows a script. It works through whatever tools pi has, like
 * any other, so that everything but the words is real.
 */
export function offlineProvider(pi: Pi, pace: Pace = readingPace): Provider {
  const stream = (_model: unknown, context: ModelContext, options?: { readonly signal?: AbortSignal }) => {
    const events = pi.createAssistantMessageEventStream();
    void write(nextStep(context), events, pace, options?.signal);
    return events;
  };
  return {
    id: offlineProviderId,
    name: 'Offline',
    auth: { apiKey: { name: 'none needed', resolve: () => Promise.resolve({ auth: {} }) } },
    getModels: () => [model],
    stream,
    streamSimple: stream,
  };
}

type Events = ReturnType<Pi['createAssistantMessageEventStream']>;

/** Streams a reply. Never rejects: what goes wrong ends the stream as an error. */
async function write(reply: ScriptStep, events: Events, pace: Pace, signal?: AbortSignal): Promise<void> {
  const message = emptyMessage(model, 'stop');
  try {
    events.push({ type: 'start', partial: message });
    const whole =
      (await writeText(message, events, 'thinking', reply.thinking, pace, signal)) &&
      (await writeText(message, events, 'text', reply.text, pace, signal));
    if (!whole || signal?.aborted === true) {
      message.stopReason = 'aborted';
      message.errorMessage = 'Request was aborted';
      events.push({ type: 'error', reason: 'aborted', error: message });
      return;
    }
    writeCalls(message, events, reply.calls ?? []);
    const reason = message.content.some((block) => block.type === 'toolCall') ? 'toolUse' : 'stop';
    message.stopReason = reason;
    events.push({ type: 'done', reason, message });
  } catch (error) {
    message.stopReason = 'error';
    message.errorMessage = error instanceof Error ? error.message : String(error);
    events.push({ type: 'error', reason: 'error', error: message });
  }
}

/** False when it was cut short. */
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
