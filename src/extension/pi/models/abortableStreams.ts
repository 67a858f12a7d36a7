import { setImmediate as turn } from 'node:timers/promises';
import type { AssistantMessage, AssistantMessageEvent } from '@earendil-works/pi-ai';
import type { ModelRuntime } from '@earendil-works/pi-coding-agent';
import { emptyMessage } from '../sdk/emptyMessage';

type Stream = ReturnType<ModelRuntime['streamSimple']>;

/** How many turns of the event loop a provider has after a stop to end its answer itself. */
const maxTurnsAfterAbort = 20;

/**
 * Lets every answer end with its stop, whatever its provider does: pi waits for the end of a stream for ever. An answer
 * that its provider ends is not touched, and there is no timer while it goes on.
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
  const stopped = async (): Promise<void> => {
    for (let turns = 0; turns < maxTurnsAfterAbort; turns++) await turn();
    // A stream that is over takes no more events, and this one is over then: what the provider still says is dropped.
    const message = partial ?? emptyMessage(model, 'aborted');
    const error = { ...message, stopReason: 'aborted', errorMessage: 'Request was aborted' } as const;
    push({ type: 'error', reason: 'aborted', error });
  };
  const raised = () => void stopped();
  if (signal.aborted) raised();
  else signal.addEventListener('abort', raised, { once: true });
  // A run has one signal for all of its requests.
  void stream.result().then(() => signal.removeEventListener('abort', raised));
}
