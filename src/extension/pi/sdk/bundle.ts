/**
 * The entry of the bundle `dist/pi/pi.js`, with only those values of pi that Enso uses. All other files import types of
 * pi and get the values from `loadPi`, so that the extension's main bundle has no pi in it.
 */
import { registerLazyBedrockProvider } from '@earendil-works/pi-ai/lazy-bedrock-provider';
import { registerLazyOAuthFlows } from '@earendil-works/pi-ai/lazy-oauth';

// pi imports these by computed names, which a bundler can't follow.
registerLazyBedrockProvider();
registerLazyOAuthFlows();

export {
  createAgentSession,
  createBashToolDefinition,
  createEditToolDefinition,
  createReadToolDefinition,
  createLocalBashOperations,
  createWriteToolDefinition,
  CURRENT_SESSION_VERSION,
  DefaultResourceLoader,
  generateUnifiedPatch,
  getAgentDir,
  loadProjectContextFiles,
  ModelRuntime,
  parseSkillBlock,
  SessionManager,
  SettingsManager,
  VERSION,
} from '@earendil-works/pi-coding-agent';
export {
  createAssistantMessageEventStream,
  getCurrentTools,
  InMemoryCredentialStore,
} from '@earendil-works/pi-ai';

/**
 * Loaders of the API clients, by pi's name of the API. pi loads a client with the first request, which blocks the event
 * loop; loading it earlier avoids that.
 */
export const clients: Readonly<Record<string, () => Promise<unknown>>> = {
  'anthropic-messages': () => import('@earendil-works/pi-ai/api/anthropic-messages'),
  'google-generative-ai': () => import('@earendil-works/pi-ai/api/google-generative-ai'),
  'mistral-conversations': () => import('@earendil-works/pi-ai/api/mistral-conversations'),
  'openai-codex-responses': () => import('@earendil-works/pi-ai/api/openai-codex-responses'),
  'openai-completions': () => import('@earendil-works/pi-ai/api/openai-completions'),
  'openai-responses': () => import('@earendil-works/pi-ai/api/openai-responses'),
};
