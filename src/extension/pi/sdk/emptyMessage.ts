import type { Api, AssistantMessage, Model } from '@earendil-works/pi-ai';

/** Returns an answer of a model without content and cost. */
export function emptyMessage(
  { api, provider, id }: Pick<Model<Api>, 'api' | 'provider' | 'id'>,
  stopReason: AssistantMessage['stopReason'],
): AssistantMessage {
  return {
    role: 'assistant',
    content: [],
    api,
    provider,
    model: id,
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason,
    timestamp: Date.now(),
  };
}
