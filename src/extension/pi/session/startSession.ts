import type { AgentSession, BashOperations } from '@earendil-works/pi-coding-agent';
import { ownerOnlyFile } from '../../base/ownerOnly';
import { dialogEntryType, type DialogRecord } from '../../sessionFiles/dialogRecord';
import { shellOperations } from '../commands/shellCommand';
import { modelBefore, modelChange, replaceDemoModel } from '../models/sessionModel';
import { serializePrompts } from '../prompts/serializePrompts';
import type { CompletionProviders } from '../ui/completions/completionProviders';
import { bindExtensions } from './bindExtensions';
import { extensionUi } from './extensionUi';
import { loadExtensions } from './loadExtensions';
import type { SessionOptions } from './sessionOptions';

/** A session of pi with Enso's extensions, tools and UI. */
export interface StartedSession {
  readonly session: AgentSession;
  /** The shell for commands of the user. */
  readonly operations: BashOperations;
  readonly completions: CompletionProviders;
  /** Starts the extensions. */
  readonly begin: () => Promise<void>;
  /** Reloads settings, trust and extensions. */
  readonly reload: () => Promise<void>;
  readonly end: () => Promise<void>;
  /** Returns the names of extensions whose handlers pi waits for. */
  readonly runningHandlers: () => readonly string[];
}

/** Builds a session. Its extensions are loaded, but not started before `begin`. */
export async function startSession(options: SessionOptions): Promise<StartedSession> {
  const { pi, models, manager, folder, agentDir, transcript } = options;
  let ended = false;
  const record = (asked: DialogRecord): void => {
    // After the end, the file may belong to the thread's next session.
    if (!ended) manager.appendCustomEntry(dialogEntryType, asked);
  };
  const extensions = await loadExtensions(options, record);
  const { settings, loader, watch, reportLoad } = extensions;
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
  keepFileOwnerOnly(session);
  await replaceDemoModel(session, models);
  const ui = extensionUi(options, { session, extensionPaths: extensions.paths, record });
  const reload = async () => {
    settings.setProjectTrusted(options.trusted());
    await session.reload({ beforeSessionStart: ui.clear });
    reportLoad();
    options.changed();
  };
  return {
    session,
    operations: shellOperations(pi, settings.getShellPath(), options.mark),
    completions: ui.completions,
    reload,
    runningHandlers: () => watch.names,
    begin: async () => {
      reportLoad();
      const change = modelChange(session, before);
      if (change !== undefined) {
        transcript.addNotice({ level: 'warning', text: change, next: ['choose-model', 'set-key'] });
      }
      await bindExtensions(session, ui.context, reload, options);
    },
    end: async () => {
      ended = true;
      await session.extensionRunner.emit({ type: 'session_shutdown', reason: 'quit' });
      ui.dispose();
      await models.runtime.settleCredentialWrites();
    },
  };
}

/** pi creates the session file with the first message, by the default mode. */
function keepFileOwnerOnly(session: AgentSession): void {
  let tightened: string | undefined;
  session.subscribe(({ type }) => {
    const file = session.sessionManager.getSessionFile();
    if (!type.endsWith('_end') || file === undefined || file === tightened) return;
    if (ownerOnlyFile(file)) tightened = file;
  });
}
