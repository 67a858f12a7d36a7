/**
 * The entry of the bundle `dist/pi/pi.js`: what the agent host needs of pi, and nothing else. The rest of the agent host
 * imports types only and gets these values from `loadPi`, so that the extension's main carries no pi.
 */
import { registerLazyBedrockProvider } from '@earendil-works/pi-ai/lazy-bedrock-provider';
import { registerLazyOAuthFlows } from '@earendil-works/pi-ai/lazy-oauth';

// pi finds these by variable specifiers, which no bundler can follow.
registerLazyBedrockProvider();
registerLazyOAuthFlows();

export {
  createAgentSession,
  createBashToolDefinition,
  createEditToolDefinition,
  createLocalBashOperations,
  createWriteToolDefinition,
  CURRENT_SESSION_VERSION,
  DefaultResourceLoader,
  generateUnifiedPatch,
  getAgentDir,
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
 * The clients that speak to the models' servers, by pi's name of their interface. pi loads one with the first request,
 * in the middle of other work; asked for before, it is there then.
 */
export const clients: Readonly<Record<string, () => Promise<unknown>>> = {
  'anthropic-messages': () => import('@earendil-works/pi-ai/api/anthropic-messages'),
  'google-generative-ai': () => import('@earendil-works/pi-ai/api/google-generative-ai'),
  'mistral-conversations': () => import('@earendil-works/pi-ai/api/mistral-conversations'),
  'openai-codex-responses': () => import('@earendil-works/pi-ai/api/openai-codex-responses'),
  'openai-completions': () => import('@earendil-works/pi-ai/api/openai-completions'),
  'openai-responses': () => import('@earendil-works/pi-ai/api/openai-responses'),
};
