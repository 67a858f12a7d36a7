import * as l10n from '@vscode/l10n';
import type { Provider } from '@earendil-works/pi-ai';
import type { ThreadId } from '../../protocol/ids';
import type { Disposable } from '../base/disposable';
import { yieldToEventLoop } from '../base/yield';
import type { Approvals } from '../core/ports/approvals';
import type { UnsavedEditors } from '../core/ports/editors';
import type { RuntimeFactory, ThreadRuntime } from '../core/ports/runtime';
import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import type { ChangeStore } from '../changes/changeStore';
import { ApprovalRules } from '../approvals/approvalRules';
import { StartupLocks } from './session/startupLocks';
import { itemIds, Transcript } from './transcript/transcript';
import type { Pi } from './sdk/loadPi';
import type { KeyStore, ModelChoice, Models } from './models/models';
import { SharedModels } from './models/sharedModels';
import type { Pace } from './models/offline/offlineModel';
import { ExternalChangeReader } from './session/externalChanges';
import { PiRuntime } from './piRuntime';
import { agentFolder } from './sdk/piPaths';
import { assertFolder, openSession } from './session/openSession';
import { startSession, type StartedSession } from './session/startSession';
import { StrayErrors } from './extensions/strayErrors';
import { safeHost } from './session/safeHost';

export interface PiOptions {
  readonly loadPi: () => Promise<Pi>;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns whether extensions, settings and skills of the workspace may be used. Asked at each start and reload. */
  readonly trusted: (folder: string) => boolean;
  readonly approvals: Approvals;
  /** The folder of pi. Defaults to the user's own. */
  readonly agentDir?: string;
  readonly keys?: KeyStore;
  /** Whether the demo model answers when no other model can. Defaults to true. */
  readonly offline?: boolean;
  /** The speed of the demo model. */
  readonly pace?: Pace;
  /** Returns variables that the environment of each command of a thread gets in addition. */
  readonly mark?: (threadId: ThreadId) => Readonly<Record<string, string>>;
  /** Editors with unsaved changes. Absent: files are what is on disk. */
  readonly editors?: UnsavedEditors;
  /** Where the changes of tools are kept. Absent: nothing can be undone. */
  readonly changes?: { readonly store: ChangeStore; readonly temporary: string };
  /** Returns providers in addition to those of pi. */
  readonly providers?: () => Promise<readonly Provider[]>;
}

type CreateOptions = Parameters<RuntimeFactory['create']>[0];

/** Creates live sessions of pi, one for each thread. All threads share models and keys. */
export class PiRuntimeFactory implements RuntimeFactory, Disposable {
  private readonly agentDir: string;
  /** The rules that the user's answers made. */
  readonly approvalRules: ApprovalRules;
  private readonly models: SharedModels;
  private readonly live = new Map<ThreadId, PiRuntime>();
  private strayErrorWatch: StrayErrors | undefined;
  /** Keys of notices that are shown once, in whichever thread comes first. */
  private readonly reported = new Set<string>();

  constructor(private readonly options: PiOptions) {
    const { keys, offline, pace, providers } = options;
    this.agentDir = options.agentDir ?? agentFolder();
    this.approvalRules = new ApprovalRules(options.approvals.store, options.log, () => options.clock.now());
    this.models = new SharedModels(options.loadPi, {
      agentDir: this.agentDir,
      offline: offline ?? true,
      ...(keys === undefined ? {} : { keys }),
      ...(pace === undefined ? {} : { pace }),
      ...(providers === undefined ? {} : { providers }),
    });
  }

  async create(options: CreateOptions): Promise<ThreadRuntime> {
    const { clock, log } = this.options;
    const host = safeHost(options.host, log);
    const locks = new StartupLocks(this.agentDir, { host, clock, log });
    const { value, warning } = await locks.watch(this.start({ ...options, host }));
    if (warning !== undefined) value.transcript.addNotice({ level: 'warning', text: warning });
    return value.runtime;
  }

  /** Returns the models that can be chosen now. Loads pi. */
  async listModels(): Promise<readonly ModelChoice[]> {
    return (await this.models.get()).list();
  }

  /** Returns the providers that accept a key. Loads pi. */
  async listProviders(): Promise<ReturnType<Models['providers']>> {
    return (await this.models.get()).providers();
  }

  /** Changes the model of a live thread. Rejects with an error for the user. */
  async chooseModel(threadId: ThreadId, choice: Pick<ModelChoice, 'provider' | 'id'>): Promise<void> {
    const model = (await this.models.get()).find(choice.provider, choice.id);
    const runtime = this.live.get(threadId);
    if (model === undefined) throw new Error(l10n.t('This model is no longer available.'));
    if (runtime === undefined) {
      throw new Error(l10n.t("pi isn't running in this thread. Send a message first."));
    }
    await runtime.setModel(model);
  }

  /** Saves the key of a provider, or removes it. Threads on the demo model switch to a model of that provider. */
  async setApiKey(provider: string, key: string | undefined): Promise<void> {
    const models = await this.models.get();
    await models.setKey(provider, key);
    const first = models.list().find((model) => model.provider === provider);
    const model = first === undefined ? undefined : models.find(first.provider, first.id);
    if (model === undefined) return;
    for (const runtime of this.live.values()) {
      if (runtime.wantsModel) await runtime.setModel(model);
    }
  }

  /** Removes the process's listeners. All runtimes must be disposed first. */
  dispose(): void {
    this.strayErrorWatch?.dispose();
    this.strayErrorWatch = undefined;
  }

  private async start({
    threadId,
    folder,
    host,
  }: CreateOptions): Promise<{ readonly runtime: PiRuntime; readonly transcript: Transcript }> {
    const { clock, log } = this.options;
    await assertFolder(folder);
    const pi = await this.options.loadPi();
    const models = await this.models.get();
    // Each step takes some frames in pi, while the user types.
    await yieldToEventLoop();
    const manager = await openSession(pi, { threadId, agentDir: this.agentDir, folder }, log);
    const externalChanges = new ExternalChangeReader(manager, folder);
    await externalChanges.begin();
    await yieldToEventLoop();
    // Extensions and the transcript exist before the runtime that they call.
    const live: { runtime?: PiRuntime } = {};
    const transcript = new Transcript({
      observe: (observation) => host.observe(observation),
      newId: itemIds(),
      folder,
      now: () => clock.now(),
      takeDelivered: (message) => live.runtime?.takeDelivered(message) ?? false,
    });
    const started = await startSession({
      threadId,
      pi,
      models,
      manager,
      folder,
      agentDir: this.agentDir,
      trusted: () => this.options.trusted(folder),
      approvals: this.options.approvals,
      approvalRules: this.approvalRules,
      host,
      transcript,
      clock,
      log,
      admit: () => live.runtime?.admit() ?? true,
      runActive: () => started.session.isStreaming,
      mark: () => this.options.mark?.(threadId) ?? {},
      ...(this.options.editors === undefined ? {} : { editors: this.options.editors }),
      ...(this.options.changes === undefined ? {} : { changes: this.options.changes }),
      extensionsLoaded: (paths) => this.strayErrors().add(paths),
      firstReport: (key) => this.firstReport(key),
      changed: () => live.runtime?.publishSession(),
    });
    const runtime = new PiRuntime({
      ...started,
      externalChanges,
      host,
      transcript,
      clock,
      log,
      end: async () => {
        if (this.live.get(threadId) === runtime) this.live.delete(threadId);
        await started.end();
      },
    });
    live.runtime = runtime;
    this.live.set(threadId, runtime);
    await yieldToEventLoop();
    await loadClient(pi, started);
    await yieldToEventLoop();
    return { runtime, transcript };
  }

  private firstReport(key: string): boolean {
    const first = !this.reported.has(key);
    this.reported.add(key);
    return first;
  }

  private strayErrors(): StrayErrors {
    this.strayErrorWatch ??= new StrayErrors(this.options.log);
    return this.strayErrorWatch;
  }
}

/** Loads the client of the model's API before the first request needs it. A failure shows at that request. */
async function loadClient(pi: Pi, { session }: StartedSession): Promise<void> {
  await pi.clients[String(session.model?.api ?? '')]?.().catch(() => undefined);
}
