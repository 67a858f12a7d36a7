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
