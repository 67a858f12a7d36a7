import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Provider } from '@earendil-works/pi-ai';
import type { SessionManager } from '@earendil-works/pi-coding-agent';
import type { ThreadId } from '../../protocol/ids';
import type { Disposable } from '../base/disposable';
import { yieldToEventLoop } from '../base/yield';
import { messageOf } from '../base/errors';
import type { Approvals } from '../core/ports/approvals';
import type { RuntimeFactory, ThreadRuntime } from '../core/ports/runtime';
import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import { ApprovalRules } from '../approvals/approvalRules';
import { StartupLocks } from './session/startupLocks';
import { itemIds, Transcript } from './transcript/transcript';
import type { Pi } from './sdk/loadPi';
import { Models, type KeyStore, type ModelChoice } from './models/models';
import type { Pace } from './models/offline/offlineModel';
import { ExternalChangeReader } from './session/externalChanges';
import { PiRuntime } from './piRuntime';
import { agentFolder, sessionFolder } from './sdk/piPaths';
import { startSession } from './session/startSession';
import { findSessionFile } from '../sessionFiles/fileNames';
import { StrayErrors } from './extensions/strayErrors';
import { safeHost } from './session/safeHost';

export interface PiOptions {
  readonly loadPi: () => Promise<Pi>;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the workspace's own extensions, settings and skills may be used. Asked at each start and reload. */
  readonly trusted: (folder: string) => boolean;
  readonly approvals: Approvals;
  /** pi's folder; by default the person's own. */
  readonly agentDir?: string;
  readonly keys?: KeyStore;
  /** Whether the demo model answers when no other model can; by default it does. */
  readonly offline?: boolean;
  /** How fast the demo model writes. */
  readonly pace?: Pace;
  /** What each command of a thread has in its environment besides. */
  readonly mark?: (threadId: ThreadId) => Readonly<Record<string, string>>;
  /** Providers of models beside those that pi knows. */
  readonly providers?: () => Promise<readonly Provider[]>;
}

type SessionPlace = Parameters<RuntimeFactory['create']>[0];

/** Makes live sessions of pi, one a thread. Models and keys are common to all. */
export class PiRuntimeFactory implements RuntimeFactory, Disposable {
  private readonly agentDir: string;
  private readonly approvalRules: ApprovalRules;
  private readonly live = new Map<ThreadId, PiRuntime>();
  private loading: Promise<Models> | undefined;
  private strayErrorWatch: StrayErrors | undefined;
  /** Extensions of which the person knows that they want a terminal. */
  private readonly reportedExtensions = new Set<string>();

  constructor(private readonly options: PiOptions) {
    this.agentDir = options.agentDir ?? agentFolder();
    this.approvalRules = new ApprovalRules(options.approvals.store, options.log);
  }

  async create(options: SessionPlace): Promise<ThreadRuntime> {
    const { clock, log } = this.options;
    const host = safeHost(options.host, log);
    const files = new StartupLocks(this.agentDir, { host, clock, log });
    const { value, word } = await files.during(this.start({ ...options, host }));
    if (word !== undefined) value.transcript.addNotice({ level: 'warning', text: word });
    return value.runtime;
  }

  /** The models that can be chosen now. Loads pi. */
  async listModels(): Promise<readonly ModelChoice[]> {
    return (await this.models()).list();
  }

  /** The providers that take a key. Loads pi. */
  async listProviders(): Promise<ReturnType<Models['providers']>> {
    return (await this.models()).providers();
  }

  /** Gives a live thread another model. Rejects with an error for a person. */
  async chooseModel(threadId: ThreadId, choice: Pick<ModelChoice, 'provider' | 'id'>): Promise<void> {
    const model = (await this.models()).find(choice.provider, choice.id);
    const runtime = this.live.get(threadId);
    if (model === undefined) throw new Error('This model is not there any more.');
    if (runtime === undefined) throw new Error('The thread is not running. Send something first.');
    await runtime.setModel(model);
  }

  /** Takes a provider's key, or forgets it. Threads on the demo model go over to a model of that provider. */
  async setApiKey(provider: string, key: string | undefined): Promise<void> {
    const models = await this.models();
    await models.setKey(provider, key);
    const first = models.list().find((model) => model.provider === provider);
    const model = first === undefined ? undefined : models.find(first.provider, first.id);
    if (model === undefined) return;
    for (const runtime of this.live.values()) {
      if (runtime.wantsModel) await runtime.setModel(model);
    }
  }

  /** From now on everything is asked about again, in all threads. */
  forgetApprovals(): Promise<void> {
    return this.approvalRules.forget();
  }

  /** Lets go of what is the whole process's. Runtimes are to be disposed of before. */
  dispose(): void {
    this.strayErrorWatch?.dispose();
    this.strayErrorWatch = undefined;
  }

  private async start({
    threadId,
    folder,
    host,
  }: SessionPlace): Promise<{ readonly runtime: PiRuntime; readonly transcript: Transcript }> {
    const { clock, log } = this.options;
    if (!(await isFolder(folder))) {
      throw new Error(`The folder ${folder} is not there, so pi can’t work in it.`);
    }
    const pi = await this.options.loadPi();
    const models = await this.models();
    // Each of these steps is pi's and some frames long: a person types on between them.
    await yieldToEventLoop();
    const manager = await this.openSession(pi, threadId, folder);
    const externalChanges = new ExternalChangeReader(manager, folder);
    await externalChanges.begin();
    await yieldToEventLoop();
    // The session's extensions and its transcript are there before the runtime that they speak to.
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
      extensionsLoaded: (paths) => this.strayErrors().add(paths),
      firstReport: (extension) => {
        const first = !this.reportedExtensions.has(extension);
        this.reportedExtensions.add(extension);
        return first;
      },
      changed: () => live.runtime?.publishSession(),
    });
    live.runtime = new PiRuntime({
      ...started,
      externalChanges,
      host,
      transcript,
      clock,
      log,
      end: async () => {
        if (this.live.get(threadId) === live.runtime) this.live.delete(threadId);
        await started.end();
      },
    });
    this.live.set(threadId, live.runtime);
    await yieldToEventLoop();
    // Loaded here it is a piece of work of its own. Where it can't be, the first request says why.
    await pi.clients[String(started.session.model?.api ?? '')]?.().catch(() => undefined);
    await yieldToEventLoop();
    return { runtime: live.runtime, transcript };
  }

  private strayErrors(): StrayErrors {
    this.strayErrorWatch ??= new StrayErrors(this.options.log);
    return this.strayErrorWatch;
  }

  private models(): Promise<Models> {
    const { keys, offline, pace, providers } = this.options;
    this.loading ??= this.options
      .loadPi()
      .then((pi) =>
        Models.create(pi, {
          agentDir: this.agentDir,
          offline: offline ?? true,
          ...(keys === undefined ? {} : { keys }),
          ...(pace === undefined ? {} : { pace }),
          ...(providers === undefined ? {} : { providers }),
        }),
      )
      .catch((error: unknown) => {
        this.loading = undefined;
        throw error;
      });
    return this.loading;
  }

  private async openSession(pi: Pi, threadId: ThreadId, folder: string): Promise<SessionManager> {
    const sessions = await sessionFolder(this.agentDir, folder);
    const file = await findSessionFile(sessions, threadId);
    if (file === undefined) return pi.SessionManager.create(folder, sessions, { id: threadId });
    let manager: SessionManager;
    try {
      manager = pi.SessionManager.open(file, sessions);
    } catch (error) {
      this.options.log.warn(`a session file can't be opened: ${messageOf(error)}`);
      throw new Error('This thread’s file is damaged and can’t be gone on with.', { cause: error });
    }
    if (!(await sameFolder(manager.getCwd(), folder))) {
      throw new Error(`This thread belongs to ${manager.getCwd()}. Open that folder to go on with it.`);
    }
    return manager;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

async function sameFolder(one: string, other: string): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => resolve(path));
  return (await real(one)) === (await real(other));
}
