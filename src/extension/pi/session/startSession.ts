import type { AgentSession, BashOperations, SessionManager } from '@earendil-works/pi-coding-agent';
import { messageOf } from '../../base/errors';
import type { Approvals } from '../../core/ports/approvals';
import type { AskOptions, RuntimeHost, RuntimeObservation } from '../../core/ports/runtime';
import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { ThreadId } from '../../../protocol/ids';
import type { DialogEnding, DialogSpec } from '../../../protocol/dialog';
import type { ApprovalRules } from '../../approvals/approvalRules';
import { DryRun } from '../gate/dryRun';
import { Gate } from '../gate/gate';
import { askUser } from '../tools/askUserTool';
import { dialogEntryType, dialogRecord, type DialogRecord } from '../../sessionFiles/dialogRecord';
import { dialogs } from '../ui/dialogs';
import { ensoExtension } from './ensoExtension';
import { CompletionProviders } from '../ui/completions/completionProviders';
import { ComposerWriter } from '../ui/composerWriter';
import { callerIn, extensionName } from '../extensions/extensionNames';
import { HandlerWatch } from '../extensions/handlerWatch';
import { serializePrompts } from '../prompts/serializePrompts';
import { FrameThrottle } from '../../base/frameThrottle';
import type { Pi } from '../sdk/loadPi';
import type { Models } from '../models/models';
import { replaceDemoModel, modelBefore, modelChange } from '../models/sessionModel';
import { readOnlySettings } from '../sdk/readOnlySettings';
import { ensoTools } from '../tools/ownTools';
import type { Transcript } from '../transcript/transcript';
import { NotifyLimiter } from '../ui/notifyLimiter';
import { shellOperations } from '../commands/shellCommand';
import { uiContext } from '../ui/uiContext';

export interface SessionOptions {
  readonly threadId: ThreadId;
  readonly pi: Pi;
  readonly models: Models;
  readonly manager: SessionManager;
  readonly folder: string;
  readonly agentDir: string;
  readonly trusted: () => boolean;
  readonly approvals: Approvals;
  readonly approvalRules: ApprovalRules;
  readonly host: RuntimeHost;
  readonly transcript: Transcript;
  readonly clock: Clock;
  readonly log: Log;
  /** The last word on a person's prompt. */
  readonly admit: () => boolean;
  readonly runActive: () => boolean;
  /** What each command has in its environment besides. */
  readonly mark: () => Readonly<Record<string, string>>;
  /** Whose stray errors are to be caught. Called when extensions have been loaded, before they start. */
  readonly extensionsLoaded: (paths: readonly string[]) => void;
  /** False for what the person was told already. */
  readonly firstReport: (told: string) => boolean;
  /** The model or the commands are others now. */
  readonly changed: () => void;
}

export interface StartedSession {
  readonly session: AgentSession;
  /** The shell of a person's own commands. */
  readonly operations: BashOperations;
  readonly completions: CompletionProviders;
  readonly begin: () => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly end: () => Promise<void>;
  readonly runningHandlers: () => readonly string[];
}

/** Builds a session of pi with all that is Enso's about it. No extension has been told of its start yet. */
export async function startSession(options: SessionOptions): Promise<StartedSession> {
  const { pi, models, manager, folder, agentDir, host, transcript, log } = options;
  const settings = readOnlySettings(pi, { agentDir, folder, trusted: options.trusted() });
  const watch = new HandlerWatch();
  let over = false;
  const record = (asked: DialogRecord): void => {
    // What goes on after the session's end would write beside the one that has come after it.
    if (!over) manager.appendCustomEntry(dialogEntryType, asked);
  };
  const failures = new Set<string>();
  const gate = new Gate({
    ...options,
    dryRun: new DryRun(pi, folder),
    ask: async (spec: DialogSpec, asking: AskOptions): Promise<DialogEnding> => {
      transcript.setAwaitingApproval(true);
      try {
        const ending = await host.ask(spec, asking);
        record(dialogRecord(spec, ending));
        return ending;
      } finally {
        transcript.setAwaitingApproval(false);
      }
    },
  });
  const loader = new pi.DefaultResourceLoader({
    cwd: folder,
    agentDir,
    settingsManager: settings,
    extensionFactories: [
      ...ensoTools(pi, folder, settings, (tool) => gate.onlyApproved(tool), options.mark),
      askUser,
      ensoExtension({ input: options.admit, changed: options.changed }),
      gate.extension,
    ],
    extensionsOverride: watch.watch,
    // pi reads AGENTS.md of any folder, by which an untrusted one could speak to the model.
    agentsFilesOverride: ({ agentsFiles }) => ({
      agentsFiles: agentsFiles.filter(({ path }) => options.trusted() || path.startsWith(agentDir)),
    }),
  });
  await loader.reload();
  const demoModel = models.demoModel();
  const before = modelBefore(manager);
  const { session } = await pi.createAgentSession({
    cwd: folder,
    agentDir,
    modelRuntime: models.runtime,
    settingsManager: settings,
    resourceLoader: loader,
    sessionManager: manager,
    ...(demoModel === undefined ? {} : { model: demoModel }),
  });
  serializePrompts(session);
  await replaceDemoModel(session, models);
  const extensionPaths = () => loader.getExtensions().extensions.map(({ resolvedPath }) => resolvedPath);
  const latest = new FrameThrottle<RuntimeObservation>(options.clock, (_key, observation) =>
    host.observe(observation),
  );
  const asker = () => {
    const path = callerIn(new Error('asked').stack, extensionPaths());
    return path === undefined ? transcript.runningTool : extensionName(path);
  };
  const composer = new ComposerWriter(options.clock, host);
  const completions = new CompletionProviders({
    clock: options.clock,
    command: (name) => session.extensionRunner.getCommand(name),
    source: () => asker() ?? 'An extension',
    failed: (source, why, detail) => {
      if (failures.has(`${source} completions`)) return;
      failures.add(`${source} completions`);
      log.warn(`the completions of the extension ${source} ${why}`);
      const text = `The completions of ${source} ${why}.`;
      transcript.addNotice({ level: 'warning', text, ...(detail === undefined ? {} : { detail }), source });
    },
  });
  const sayings = new NotifyLimiter({
    clock: options.clock,
    toast: (toast) => host.toast(toast),
    notice: (notice) => transcript.addNotice(notice),
    change: (id, patch) => host.observe({ type: 'item-changed', id, patch }),
  });
  let forgetShown = (): void => undefined;
  const ui = uiContext({
    latest,
    composer,
    completions,
    onReload: (forget) => (forgetShown = forget),
    dialogs: dialogs(host, asker, record),
    notify: (text, level) => {
      const passes = level === 'info' || !options.runActive();
      sayings.say(passes ? 'toast' : 'notice', level, text, asker());
    },
    terminalOnly: (what) => {
      const source = asker() ?? 'An extension';
      if (!options.firstReport(`${source}: ${what}`)) return;
      log.info(`the extension ${source} wants ${what}, which only a terminal has`);
      transcript.addNotice({
        level: 'info',
        text: `${source} wants ${what}, which pi has in a terminal only. The rest of it works.`,
        source,
      });
    },
  });
  const loaded = () => {
    options.extensionsLoaded(extensionPaths());
    for (const { path, error } of loader.getExtensions().errors) {
      const source = extensionName(path);
      transcript.addNotice({
        level: 'warning',
        text: / conflicts with /.test(error)
          ? `The extension ${source} has something that another one has, too.`
          : `The extension ${source} could not be loaded.`,
        detail: error,
        source,
      });
    }
    // pi reads them more than once.
    const told = new Set<string>();
    for (const { scope, error } of settings.drainErrors()) {
      if (told.has(scope)) continue;
      told.add(scope);
      log.warn(`pi's ${scope} settings can't be read: ${messageOf(error)}`);
      transcript.addNotice({
        level: 'warning',
        text: `pi’s ${scope === 'global' ? 'own' : 'workspace'} settings can’t be read, so they are left out.`,
        detail: messageOf(error),
      });
    }
  };
  const reload = async () => {
    settings.setProjectTrusted(options.trusted());
    await session.reload({
      beforeSessionStart: () => {
        completions.clear();
        forgetShown();
      },
    });
    loaded();
    options.changed();
  };
  return {
    session,
    operations: shellOperations(pi, settings.getShellPath(), options.mark),
    completions,
    reload,
    runningHandlers: () => watch.names,
    begin: async () => {
      loaded();
      const change = modelChange(session, before);
      if (change !== undefined) {
        transcript.addNotice({ level: 'warning', text: change, next: ['choose-model', 'set-key'] });
      }
      await session.bindExtensions({
        uiContext: ui,
        mode: 'rpc',
        commandContextActions: {
          waitForIdle: () => session.waitForIdle(),
          // One thread is one session for life; another one is another thread, which is the person's to open.
          newSession: () => Promise.resolve({ cancelled: true }),
          fork: () => Promise.resolve({ cancelled: true }),
          switchSession: () => Promise.resolve({ cancelled: true }),
          navigateTree: async (target, choice) => {
            const { cancelled } = await session.navigateTree(target, choice);
            return { cancelled };
          },
          reload,
        },
        onError: ({ extensionPath, event, error }) => {
          const source = extensionName(extensionPath.replace(/^command:/, ''));
          // A handler may fail at each turn in the same way. A command fails because a person has just run it.
          const failure = `${source} ${event} ${error}`;
          if (!extensionPath.startsWith('command:') && failures.has(failure)) return;
          failures.add(failure);
          log.warn(`the extension ${source} failed in ${event}`);
          transcript.addNotice({
            level: 'warning',
            text: `The extension ${source} failed.`,
            detail: error,
            source,
          });
        },
      });
    },
    end: async () => {
      over = true;
      await session.extensionRunner.emit({ type: 'session_shutdown', reason: 'quit' });
      composer.dispose();
      sayings.dispose();
      latest.dispose();
      await models.runtime.settleCredentialWrites();
    },
  };
}
