import { setImmediate as turn } from 'node:timers/promises';
import type { AssistantMessage, AssistantMessageEvent } from '@earendil-works/pi-ai';
import type { ModelRuntime } from '@earendil-works/pi-coding-agent';
import { emptyMessage } from '../sdk/emptyMessage';

type Stream = ReturnType<ModelRuntime['streamSimple']>;

/** Turns of the event loop in which a provider may end its answer after an abort. */
const maxTurnsAfterAbort = 20;

/**
 * Ends each answer after its abort, even if the provider ignores the signal: pi would wait for the end of the stream
 * forever. Answers that their provider ends stay as they are.
 */
export function endStreamsOnAbort(runtime: ModelRuntime): void {
  const streamSimple = runtime.streamSimple.bind(runtime);
  runtime.streamSimple = (model, context, options) => {
    const stream = streamSimple(model, context, options);
    if (options?.signal !== undefined) endOnAbort(stream, model, options.signal);
    return stream;
  };
}

function endOnAbort(
  stream: Stream,
  model: Parameters<ModelRuntime['streamSimple']>[0],
  signal: AbortSignal,
): void {
  const push = stream.push.bind(stream);
  let partial: AssistantMessage | undefined;
  stream.push = (event: AssistantMessageEvent) => {
    if ('partial' in event) partial = event.partial;
    push(event);
  };
  const endStream = async (): Promise<void> => {
    for (let turns = 0; turns < maxTurnsAfterAbort; turns++) await turn();
    // A stream that has ended ignores this event; after this event the stream ignores the provider.
    const message = partial ?? emptyMessage(model, 'aborted');
    const error = { ...message, stopReason: 'aborted', errorMessage: 'Request was aborted' } as const;
    push({ type: 'error', reason: 'aborted', error });
  };
  const onAbort = () => void endStream();
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  // All requests of a run share one signal.
  void stream.result().then(() => signal.removeEventListener('abort', onAbort));
}
