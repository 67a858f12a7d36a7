import * as vscode from 'vscode';
import type { ThreadId } from '../../../protocol/ids';
import type { OpenPanel, Panels } from '../../core/panels/panels';
import type { NativeDialogs } from '../../core/attention/nativeDialogs';
import type { Thread } from '../../core/thread/thread';
import type { ThreadRegistry } from '../../core/threadRegistry';
import { viewPanelId, type ChatPanels } from '../panels/chatPanels';
import { displayLanguage } from '../displayLanguage';
import { untitled } from '../panels/webviewPanel';
import { pickOne, plain } from '../quickPicks';
import { manageApprovals, type ManagedRules } from './manageApprovals';
import { showError, showInfo } from '../notifications';

export interface CommandDeps {
  readonly registry: ThreadRegistry;
  readonly panels: Panels;
  readonly nativeDialogs: NativeDialogs;
  readonly chat: ChatPanels;
  readonly showLog: () => void;
  readonly chooseModel: (threadId: ThreadId | undefined) => Promise<void>;
  readonly setApiKey: () => Promise<void>;
  /** Opens all changes of a thread. */
  readonly reviewChanges: (threadId: ThreadId) => Promise<void>;
  readonly approvalRules: ManagedRules;
  /** Sets the thread that a panel shows when it opens. */
  readonly willShow: (panelId: string, threadId: ThreadId | undefined) => void;
}

/**
 * The chat that a command acts on. Actions in the side bar's title must name the side bar, because a click there
 * doesn't make the view the last used chat.
 */
type Target = 'view' | 'last-used';

type Handler = (target: Target) => unknown;

/** Registers the commands. A failure is shown as a notification. */
export function registerCommands(deps: CommandDeps): vscode.Disposable {
  const onChat: Record<string, Handler> = {
    newThread: (target) => follow(deps, deps.registry.create().id, target),
    showThreads: (target) => showThreads(deps, target),
    openToSide: (target) => {
      const threadId = panelOf(deps, target)?.threadId;
      deps.chat.openToSide((panelId) => {
        deps.willShow(panelId, threadId);
      });
    },
    chooseModel: (target) => deps.chooseModel(panelOf(deps, target)?.threadId),
    reviewChanges: (target) => {
      const threadId = panelOf(deps, target)?.threadId;
      if (threadId === undefined) throw new Error(vscode.l10n.t('No changes to show.'));
      return deps.reviewChanges(threadId);
    },
  };
  const commands: Record<string, Handler> = {
    openView: () => deps.chat.openView(),
    stop: () => stop(deps),
    escape: () => {
      // The page knows whether it has passed this Escape on.
      for (const panel of deps.panels.all) panel.intend({ kind: 'escape' });
    },
    stopAll: () => {
      const busy = deps.registry.open.filter((thread) => thread.busy);
      for (const thread of busy) void thread.stop(undefined, byCommand);
      if (busy.length === 0) inform(vscode.l10n.t('Nothing is running.'));
    },
    answerQuestion: () => answerQuestion(deps),
    setApiKey: () => deps.setApiKey(),
    manageApprovals: () => manageApprovals(deps.approvalRules),
    // The command's former name, which keyboard shortcuts may use.
    forgetApprovals: () => manageApprovals(deps.approvalRules),
    showLog: () => {
      deps.showLog();
    },
    ...onChat,
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => register(`enso.${id}`, run, 'last-used')),
    ...Object.entries(onChat).map(([id, run]) => register(`enso.view.${id}`, run, 'view')),
  );
}

function register(id: string, run: Handler, target: Target): vscode.Disposable {
  return vscode.commands.registerCommand(id, async () => {
    try {
      await run(target);
    } catch (error) {
      showError(error);
    }
  });
}

function panelOf({ panels }: CommandDeps, target: Target): OpenPanel | undefined {
  return target === 'view' ? panels.all.find(({ panelId }) => panelId === viewPanelId) : panels.lastUsed();
}

const byCommand = { panelId: undefined, name: 'a command' };

function inform(message: string): void {
  void showInfo(message);
}

async function stop(deps: CommandDeps): Promise<void> {
  const thread = await threadToStop(deps);
  if (thread === undefined) return;
  const reply = await thread.stop(undefined, byCommand);
  if (!reply.ok) inform(reply.message);
}

/** Returns the running thread of the last used panel, else the only running thread, else the user's choice. */
async function threadToStop({ registry, panels }: CommandDeps): Promise<Thread | undefined> {
  const busy = registry.open.filter((thread) => thread.busy);
  const front = panels.lastUsed();
  const inFront = front?.visible === true ? busy.find((thread) => thread.id === front.threadId) : undefined;
  if (inFront !== undefined) return inFront;
  if (busy.length <= 1) {
    if (busy.length === 0) inform(vscode.l10n.t('Nothing is running.'));
    return busy[0];
  }
  const result = await pickOne({
    title: vscode.l10n.t('Stop'),
    placeholder: vscode.l10n.t('Select a thread to stop'),
    items: busy.map((thread) => ({ label: threadLabel(thread), value: thread })),
  });
  return result !== undefined && 'picked' in result ? result.picked : undefined;
}

async function answerQuestion({ nativeDialogs, panels }: CommandDeps): Promise<void> {
  const { open } = nativeDialogs;
  const front = panels.lastUsed()?.threadId;
  const [first, ...others] = [...open].sort(
    (a, b) => Number(b.thread.id === front) - Number(a.thread.id === front),
  );
  if (first === undefined) {
    inform(vscode.l10n.t('No open questions.'));
    return;
  }
  if (others.length === 0) {
    nativeDialogs.show(first.thread.id, first.dialogId);
    return;
  }
  const result = await pickOne({
    title: vscode.l10n.t('Answer Question'),
    placeholder: vscode.l10n.t('Select a question to answer'),
    items: [first, ...others].map((question) => ({
      label: plain(question.title),
      description: threadLabel(question.thread),
      value: question,
    })),
  });
  if (result !== undefined && 'picked' in result)
    nativeDialogs.show(result.picked.thread.id, result.picked.dialogId);
}

async function showThreads(deps: CommandDeps, target: Target): Promise<void> {
  // A question must not be out of sight below many drafts and newer threads.
  const rows = (await deps.registry.list()).toSorted((a, b) => Number(b.waiting) - Number(a.waiting));
  if (rows.length === 0) {
    inform(vscode.l10n.t('No threads in this folder yet.'));
    return;
  }
  const result = await pickOne({
    title: vscode.l10n.t('Thread History'),
    placeholder: vscode.l10n.t('Select a thread'),
    items: rows.map((row) => ({
      label: plain(row.title) || untitled(),
      description: row.waiting
        ? vscode.l10n.t('Needs your answer')
        : row.busy
          ? vscode.l10n.t('Running')
          : new Date(row.changedAt).toLocaleString(displayLanguage()),
      ...(row.problem === undefined ? {} : { detail: plain(row.problem) }),
      value: row,
    })),
  });
  if (result === undefined || !('picked' in result)) return;
  const { threadId, problem } = result.picked;
  if (problem !== undefined) throw new Error(problem);
  await follow(deps, threadId, target);
}

/** Shows a thread in the target; in the side bar when no chat is visible. */
async function follow(deps: CommandDeps, threadId: ThreadId, target: Target): Promise<void> {
  if (panelOf(deps, target)?.visible !== true) {
    deps.willShow(viewPanelId, threadId);
    await deps.chat.openView();
  }
  const shown = panelOf(deps, target);
  await shown?.follow(threadId);
  if (shown !== undefined) deps.willShow(shown.panelId, threadId);
  shown?.intend({ kind: 'focus-composer' });
}

function threadLabel(thread: Thread): string {
  return plain(thread.feed.state.session.title) || untitled();
}
