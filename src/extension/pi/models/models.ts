import { join } from 'node:path';
import type { Provider } from '@earendil-works/pi-ai';
import type { AgentSession, ModelRuntime } from '@earendil-works/pi-coding-agent';
import { endStreamsOnAbort } from './abortableStreams';
import type { Pi } from '../sdk/loadPi';
import { offlineProvider, offlineProviderId, type Pace } from './offline/offlineModel';

export type PiModel = NonNullable<AgentSession['model']>;

/** Keys that a person gave to this editor. They never reach pi's own files. */
export interface KeyStore {
  /** By the provider's id. */
  load(): Promise<Readonly<Record<string, string>>>;
  save(provider: string, key: string | undefined): Promise<void>;
}

export interface ModelOptions {
  readonly agentDir: string;
  readonly keys?: KeyStore;
  /** Whether the embedded stand-in answers when no other model can. */
  readonly offline: boolean;
  readonly pace?: Pace;
  /** Providers beside those that pi knows. */
  readonly providers?: () => Promise<readonly Provider[]>;
}

/** A model that can be chosen now. */
export interface ModelChoice {
  readonly provider: string;
  readonly id: string;
  readonly name: string;
  readonly providerName: string;
  readonly offline: boolean;
}

/** Models and keys, the same for all threads. */
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
    const added = [...((await options.providers?.()) ?? [])];
    if (options.offline) added.push(offlineProvider(pi, options.pace));
    for (const provider of added) runtime.registerNativeProvider(provider);
    await settled(runtime, added);
    return new Models(runtime, options);
  }

  /** What can answer now, the stand-in last. */
  list(): readonly ModelChoice[] {
    const choices = this.runtime.getAvailableSnapshot().map((model) => ({
      provider: model.provider,
      id: model.id,
      name: model.name,
      providerName: this.runtime.getProvider(model.provider)?.name ?? model.provider,
      offline: model.provider === offlineProviderId,
    }));
    return choices.sort((a, b) => Number(a.offline) - Number(b.offline));
  }

  /** Providers that take a key, by name. */
  providers(): readonly { readonly id: string; readonly name: string; readonly configured: boolean }[] {
    return this.runtime
      .getProviders()
      .filter(({ id, auth }) => id !== offlineProviderId && auth.apiKey !== undefined)
      .map(({ id, name }) => ({ id, name, configured: this.runtime.getProviderAuthStatus(id).configured }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  find(provider: string, id: string): PiModel | undefined {
    return this.runtime.getModel(provider, id);
  }

  /** The stand-in, when nothing else could answer. */
  demoModel(): PiModel | undefined {
    if (this.list().some(({ offline }) => !offline)) return undefined;
    return this.runtime.getModels(offlineProviderId)[0];
  }

  /** Takes a key, or forgets it. Rejects with an error for a person; the key is in none. */
  async setKey(provider: string, key: string | undefined): Promise<void> {
    const cleaned = key === undefined ? undefined : cleanKey(key);
    if (cleaned === undefined) await this.runtime.removeRuntimeApiKey(provider);
    else await this.runtime.setRuntimeApiKey(provider, cleaned);
    await this.options.keys?.save(provider, cleaned);
  }
}

/**
 * pi looks at new providers some time later, and a look that another overtakes comes to nothing. A session that starts
 * before one has been heard of finds no model.
 */
async function settled(runtime: ModelRuntime, added: readonly Provider[]): Promise<void> {
  const known = () => added.every(({ id }) => runtime.hasConfiguredAuth(id));
  for (let looks = 0; looks < 20 && !known(); looks++) await runtime.getAvailable();
}

/** A key without what comes along when it is copied. */
export function cleanKey(key: string): string {
  const cleaned = key.replace(/[\s\u200b-\u200f\u2060\ufeff]/g, '').replace(/^["'“”‘’`]+|["'“”‘’`]+$/g, '');
  if (cleaned === '') throw new Error('That is no key: it is empty.');
  if (!/^[\x21-\x7e]+$/.test(cleaned))
    throw new Error('That is no key: it has letters in it that no key has.');
  return cleaned;
}
