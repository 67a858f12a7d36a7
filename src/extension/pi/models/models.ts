import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Provider } from '@earendil-works/pi-ai';
import type { AgentSession, ModelRuntime } from '@earendil-works/pi-coding-agent';
import { endStreamsOnAbort } from './abortableStreams';
import type { Pi } from '../sdk/loadPi';
import { demoProvider, demoProviderId, type Pace } from './offline/offlineModel';

export type PiModel = NonNullable<AgentSession['model']>;

/** API keys entered in this editor. They never reach pi's own files. */
export interface KeyStore {
  /** By the provider's id. */
  load(): Promise<Readonly<Record<string, string>>>;
  save(provider: string, key: string | undefined): Promise<void>;
}

export interface ModelOptions {
  readonly agentDir: string;
  readonly keys?: KeyStore;
  /** Whether the demo model answers when no other model can. */
  readonly offline: boolean;
  readonly pace?: Pace;
  /** Providers in addition to pi's own. */
  readonly providers?: () => Promise<readonly Provider[]>;
}

/** A model that the user can choose now. */
export interface ModelChoice {
  readonly provider: string;
  readonly id: string;
  readonly name: string;
  readonly providerName: string;
  readonly offline: boolean;
}

/** Models and keys, shared by all threads. */
export class Models {
  private constructor(
    readonly runtime: ModelRuntime,
    private readonly options: ModelOptions,
  ) {}

  static async create(pi: Pi, options: ModelOptions): Promise<Models> {
    const runtime = await pi.ModelRuntime.create({
      authPath: join(options.agentDir, 'auth.json'),
      modelsPath: join(options.agentDir, 'models.json'),
      modelsStorePath: join(options.agentDir, 'models-store.json'),
      allowModelNetwork: false,
    });
    endStreamsOnAbort(runtime);
    for (const [provider, key] of Object.entries((await options.keys?.load()) ?? {})) {
      await runtime.setRuntimeApiKey(provider, key);
    }
    const addedProviders = [...((await options.providers?.()) ?? [])];
    if (options.offline) addedProviders.push(demoProvider(pi, options.pace));
    for (const provider of addedProviders) runtime.registerNativeProvider(provider);
    await waitForProviders(runtime, addedProviders);
    return new Models(runtime, options);
  }

  /** Returns the models that can answer now, the demo model last. */
  list(): readonly ModelChoice[] {
    const choices = this.runtime.getAvailableSnapshot().map((model) => ({
      provider: model.provider,
      id: model.id,
      name: model.name,
      providerName: this.runtime.getProvider(model.provider)?.name ?? model.provider,
      offline: model.provider === demoProviderId,
    }));
    return choices.sort((a, b) => Number(a.offline) - Number(b.offline));
  }

  /** Returns the providers that accept an API key, sorted by name. */
  providers(): readonly { readonly id: string; readonly name: string; readonly configured: boolean }[] {
    return this.runtime
      .getProviders()
      .filter(({ id, auth }) => id !== demoProviderId && auth.apiKey !== undefined)
      .map(({ id, name }) => ({ id, name, configured: this.runtime.getProviderAuthStatus(id).configured }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  find(provider: string, id: string): PiModel | undefined {
    return this.runtime.getModel(provider, id);
  }

  /** Returns the demo model when no other model can answer. */
  demoModel(): PiModel | undefined {
    if (this.list().some(({ offline }) => !offline)) return undefined;
    return this.runtime.getModels(demoProviderId)[0];
  }

  /** Saves or removes a key. Rejects with a message for the user, which never contains the key. */
  async setKey(provider: string, key: string | undefined): Promise<void> {
    const cleaned = key === undefined ? undefined : cleanKey(key);
    if (cleaned === undefined) await this.runtime.removeRuntimeApiKey(provider);
    else await this.runtime.setRuntimeApiKey(provider, cleaned);
    await this.options.keys?.save(provider, cleaned);
  }
}

const maxProviderChecks = 20;

/**
 * Waits until pi knows the added providers. pi checks new providers in the background and drops a check that a later
 * one overtakes; a session that starts before the first result finds no model.
 */
async function waitForProviders(runtime: ModelRuntime, added: readonly Provider[]): Promise<void> {
  const known = () => added.every(({ id }) => runtime.hasConfiguredAuth(id));
  for (let checks = 0; checks < maxProviderChecks && !known(); checks++) await runtime.getAvailable();
}

/** Returns a key without the spaces, invisible characters and quotes that copying adds. */
export function cleanKey(key: string): string {
  const cleaned = key.replace(/[\s\u200b-\u200f\u2060\ufeff]/g, '').replace(/^["'“”‘’`]+|["'“”‘’`]+$/g, '');
  if (cleaned === '') throw new Error(l10n.t('The API key is empty.'));
  if (!/^[\x21-\x7e]+$/.test(cleaned)) throw new Error(l10n.t('The API key contains invalid characters.'));
  return cleaned;
}
