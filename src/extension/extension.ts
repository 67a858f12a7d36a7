import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { setLocale } from '../protocol/text/plural';
import { systemClock } from './base/clock';
import { ChangeStore } from './changes/changeStore';
import { Undo } from './changes/undo';
import type { StoredThreads } from './core/ports/stores';
import { ChangeDocuments } from './vscode/changes/changeDocuments';
import { unsavedEditors } from './vscode/changes/openEditors';
import { Attention } from './core/attention/attention';
import { DraftRepository } from './core/panels/draftRepository';
import { Panels } from './core/panels/panels';
import { NativeDialogs } from './core/attention/nativeDialogs';
import { ThreadRegistry } from './core/threadRegistry';
import { piLoader } from './pi/sdk/loadPi';
import { SessionStore } from './sessionFiles/sessionStore';
import { MarkedProcesses } from './pi/tools/markedProcesses';
import { PiRuntimeFactory } from './pi/piRuntimeFactory';
import { editorFolders, migrateApprovals, SavedApprovalRules } from './vscode/storage/savedApprovalRules';
import { ChatPanels } from './vscode/panels/chatPanels';
import { registerCommands } from './vscode/commands/commands';
import { displayLanguage } from './vscode/displayLanguage';
import { DraftFiles } from './vscode/storage/draftFiles';
import { panelActions } from './vscode/commands/panelActions';
import { channelLog } from './vscode/storage/logChannel';
import { registerReadingCommands } from './vscode/commands/readingCommands';
import { registerProposals } from './vscode/commands/applyCode';
import { modelCommands } from './vscode/commands/modelCommands';
import { AnswerDocuments } from './vscode/dialogs/answerDocuments';
import { dialogFeedback } from './vscode/dialogs/dialogFeedback';
import { VscodeDialogs } from './vscode/dialogs/vscodeDialogs';
import { PreviewDocuments } from './vscode/dialogs/previewDocuments';
import { SecretKeys } from './vscode/storage/secretKeys';
import { editorCommands } from './vscode/commands/editorCommands';
import {
  approvalMode,
  idleMs,
  nativePolicy,
  onDidChangeSettings,
  panelSettings,
  terminalRules,
} from './vscode/storage/settings';
import { ShownThreads } from './vscode/panels/shownThreads';
import { StatusItem } from './vscode/attention/statusItem';
import { WaitingNotice } from './vscode/attention/waitingNotice';
import { showError, showInfo } from './vscode/notifications';

let shutDown: (() => Promise<void>) | undefined;

/** Builds and connects everything. The first run loads pi. */
export function activate(context: vscode.ExtensionContext): void {
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  setLocale(displayLanguage());
  const channel = vscode.window.createOutputChannel('Enso', { log: true });
  const log = channelLog(channel);
  const clock = systemClock;
  const dist = vscode.Uri.joinPath(context.extensionUri, 'dist');
  const storage = context.storageUri ?? context.globalStorageUri;
  const drafts = new DraftRepository(new DraftFiles(join(storage.fsPath, 'drafts')), log);
  const panels = new Panels(drafts);
  const processes = new MarkedProcesses(clock);
  const savedRules = new SavedApprovalRules(context.workspaceState);
  void migrateApprovals(savedRules, folders(), clock.now());
  const changesFolder = join(context.globalStorageUri.fsPath, 'changes');
  const changes = new ChangeStore(changesFolder);
  const undo = new Undo({
    store: changes,
    now: () => clock.now(),
    newId: randomUUID,
    isUnsaved: async (path) => (await unsavedEditors.textOf(path)) !== undefined,
  });
  const factory = new PiRuntimeFactory({
    loadPi: piLoader(context.extensionPath),
    clock,
    log,
    trusted: () => vscode.workspace.isTrusted,
    approvals: {
      mode: approvalMode,
      folders,
      editorFolders: editorFolders(context),
      store: savedRules,
      terminalRules,
    },
    keys: new SecretKeys(context.secrets),
    mark: (threadId) => processes.mark(threadId),
    editors: unsavedEditors,
    changes: { store: changes, temporary: join(changesFolder, 'temporary') },
  });
  const registry: ThreadRegistry = new ThreadRegistry({
    factory,
    store: withUndone(new SessionStore({ folders }), undo),
    processes,
    clock,
    log,
    folder,
    idleMs,
    unsent: () => drafts.unsent(),
    handBack: (threadId, panelId, prompts, why) => {
      if (!panels.handBack(threadId, panelId, prompts, why)) {
        void showInfo(vscode.l10n.t("Queued messages were saved to the thread's draft."));
      }
    },
    saveUndelivered: (threadId, prompts) => void drafts.saveUndelivered(threadId, prompts),
    composer: panels.composer,
    commands: editorCommands({
      registry: () => registry,
      panels,
      folder,
      chooseModel: (threadId, filter) => models.choose(threadId, filter),
      threadShown: (panelId, threadId) => {
        shown.set(panelId, threadId);
      },
    }),
  });
  const shown = new ShownThreads(context.workspaceState, registry);
  const documents = new AnswerDocuments();
  const changeDocuments = new ChangeDocuments(changes.blobs);
  const previews = new PreviewDocuments();
  const nativeDialogs = new NativeDialogs(
    registry,
    panels,
    new VscodeDialogs(documents, previews),
    nativePolicy,
    dialogFeedback,
  );
  const attention = new Attention(registry, panels);
  const models = modelCommands({ factory, registry });
  const actions = panelActions({
    registry,
    shown,
    changes,
    undo,
    answerNatively: (threadId, dialogId) => nativeDialogs.show(threadId, dialogId),
    openQuestion: (request) => previews.show(request),
    chooseModel: (threadId) => void models.choose(threadId).catch(fail),
    setApiKey: () => void models.setApiKey().catch(fail),
    showLog: () => {
      channel.show();
    },
  });
  const deps = { registry, drafts, panels, actions, clock, log, settings: panelSettings };
  const chat = new ChatPanels(dist, deps, () => {
    attention.update();
  });
  const status = new StatusItem();
  const notice = new WaitingNotice();
  context.subscriptions.push(
    channel,
    documents,
    changeDocuments,
    previews,
    nativeDialogs,
    attention,
    status,
    notice,
    chat.register(),
    registerProposals(),
    registerReadingCommands({ registry, panels }),
    registerCommands({
      registry,
      panels,
      nativeDialogs,
      chat,
      chooseModel: (threadId) => models.choose(threadId),
      setApiKey: () => models.setApiKey(),
      approvalRules: factory.approvalRules,
      reviewChanges: (threadId) => actions.reviewChanges(threadId, undefined),
      showLog: () => {
        channel.show();
      },
      willShow: (panelId, threadId) => {
        if (threadId !== undefined) shown.set(panelId, threadId);
      },
    }),
    attention.onDidChange((state) => {
      status.show(state);
      notice.show(state.unseen);
      chat.setBadge(state.waiting, vscode.l10n.t('pi needs your answer'));
      void vscode.commands.executeCommand('setContext', 'enso.busy', state.busy > 0);
      void vscode.commands.executeCommand('setContext', 'enso.waiting', state.waiting > 0);
    }),
    onDidChangeSettings(() => {
      for (const panel of panels.all) panel.settingsChanged();
    }),
  );
  shutDown = async () => {
    await registry.dispose();
    factory.dispose();
    await drafts.flush();
  };

  function fail(error: unknown): void {
    showError(error);
  }
}

/** Ends every run and question, so that no child process or promise is left. */
export async function deactivate(): Promise<void> {
  await shutDown?.();
}

/** Returns the store of threads with what the user has undone. */
function withUndone(store: StoredThreads, undo: Undo): StoredThreads {
  return {
    list: () => store.list(),
    read: async (threadId) => {
      const thread = await store.read(threadId);
      return thread === undefined ? undefined : { ...thread, undone: await undo.undone(threadId) };
    },
  };
}

/** Returns pi's working folder: the first workspace folder on disk, else the user's home folder. */
function folder(): string {
  return folders()[0] ?? homedir();
}

function folders(): readonly string[] {
  const onDisk = vscode.workspace.workspaceFolders?.filter(({ uri }) => uri.scheme === 'file') ?? [];
  return onDisk.length === 0 ? [homedir()] : onDisk.map(({ uri }) => uri.fsPath);
}
