import * as vscode from 'vscode';
import type { ThreadId } from '../../../protocol/ids';
import { messageOf } from '../../base/errors';
import type { Panels } from '../../core/panels/panels';
import type { NativeDialogs } from '../../core/attention/nativeDialogs';
import type { Thread } from '../../core/thread/thread';
import type { ThreadRegistry } from '../../core/threadRegistry';
import type { ChatPanels } from '../panels/chatPanels';
import { pickOne, plain } from '../quickPicks';

export interface CommandDeps {
  readonly registry: ThreadRegistry;
  readonly panels: Panels;
  readonly surfaces: NativeDialogs;
  readonly chat: ChatPanels;
  readonly showLog: () => void;
  readonly chooseModel: (threadId: ThreadId | undefined) => Promise<void>;
  readonly setApiKey: () => Promise<void>;
  readonly forgetApprovals: () => Promise<void>;
  /** A panel that opens next shows this thread. */
  readonly willShow: (panelId: string, threadId: ThreadId | undefined) => void;
}

/** The commands of the palette. What fails is said where the person is. */
export function registerCommands(deps: CommandDeps): vscode.Disposable {
  const commands: Record<string, () => unknown> = {
    'enso.openView': () => deps.chat.openView(),
    'enso.openToSide': () => {
      const threadId = deps.panels.lastUsed()?.threadId;
      deps.chat.openToSide((panelId) => {
        deps.willShow(panelId, threadId);
      });
    },
    'enso.newThread': () => follow(deps, deps.registry.create().id),
    'enso.showThreads': () => showThreads(deps),
    'enso.stop': () => stop(deps),
    'enso.escape': () => {
      // The page that left it to VS Code knows that it did.
      for (const panel of deps.panels.all) panel.intend({ kind: 'escape' });
    },
    'enso.stopAll': () => {
      const busy = deps.registry.open.filter((thread) => thread.busy);
      for (const thread of busy) void thread.stop(undefined, byCommand);
      if (busy.length === 0) say('Nothing is running.');
    },
    'enso.answerQuestion': () => answerQuestion(deps),
    'enso.chooseModel': () => deps.chooseModel(deps.panels.lastUsed()?.threadId),
    'enso.setApiKey': () => deps.setApiKey(),
    'enso.forgetApprovals': async () => {
      await deps.forgetApprovals();
      say('Nothing is always allowed any more: you are asked again.');
    },
    'enso.showLog': () => {
      deps.showLog();
    },
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) =>
      vscode.commands.registerCommand(id, async () => {
        try {
          await run();
        } catch (error) {
          void vscode.window.showErrorMessage(`Enso: ${messageOf(error)}`);
        }
      }),
    ),
  );
}

const byCommand = { panelId: undefined, name: 'a command' };

function say(text: string): void {
  void vscode.window.showInformationMessage(text);
}

async function stop(deps: CommandDeps): Promise<void> {
  const thread = await threadToStop(deps);
  if (thread === undefined) return;
  const reply = await thread.stop(undefined, byCommand);
  if (!reply.ok) say(reply.message);
}

/** The one in front, if it runs; else the only one that does; else the person says which. */
async function threadToStop({ registry, panels }: CommandDeps): Promise<Thread | undefined> {
  const busy = registry.open.filter((thread) => thread.busy);
  const front = panels.lastUsed();
  const inFront = front?.visible === true ? busy.find((thread) => thread.id === front.threadId) : undefined;
  if (inFront !== undefined) return inFront;
  if (busy.length <= 1) {
    if (busy.length === 0) say('Nothing is running.');
    return busy[0];
  }
  const result = await pickOne({
    title: 'Stop',
    placeholder: 'Several threads are running. Which one?',
    items: busy.map((thread) => ({ label: threadLabel(thread), value: thread })),
  });
  return result !== undefined && 'picked' in result ? result.picked : undefined;
}

async function answerQuestion({ surfaces, panels }: CommandDeps): Promise<void> {
  const { open } = surfaces;
  const front = panels.lastUsed()?.threadId;
  const [first, ...others] = [...open].sort(
    (a, b) => Number(b.thread.id === front) - Number(a.thread.id === front),
  );
  if (first === undefined) {
    say('No question is open.');
    return;
  }
  if (others.length === 0) {
    surfaces.show(first.thread.id, first.dialogId);
    return;
  }
  const result = await pickOne({
    title: 'Answer Question',
    placeholder: 'Several questions are open. Which one?',
    items: [first, ...others].map((question) => ({
      label: plain(question.title),
      description: threadLabel(question.thread),
      value: question,
    })),
  });
  if (result !== undefined && 'picked' in result)
    surfaces.show(result.picked.thread.id, result.picked.dialogId);
}

async function showThreads(deps: CommandDeps): Promise<void> {
  const rows = await deps.registry.list();
  if (rows.length === 0) {
    say('There are no threads in this folder yet.');
    return;
  }
  const result = await pickOne({
    title: 'Threads',
    placeholder: 'Show a thread',
    items: rows.map((row) => ({
      label: plain(row.title) || 'Untitled',
      description: row.waiting
        ? 'waiting for you'
        : row.busy
          ? 'running'
          : new Date(row.changedAt).toLocaleString(),
      ...(row.problem === undefined ? {} : { detail: plain(row.problem) }),
      value: row,
    })),
  });
  if (result === undefined || !('picked' in result)) return;
  const { threadId, problem } = result.picked;
  if (problem !== undefined) throw new Error(problem);
  await follow(deps, threadId);
}

/** Shows a thread in the panel last in use, or in the side bar. */
async function follow(deps: CommandDeps, threadId: ThreadId): Promise<void> {
  const panel = deps.panels.lastUsed();
  if (panel?.visible !== true) {
    deps.willShow('view', threadId);
    await deps.chat.openView();
  }
  const shown = deps.panels.lastUsed();
  await shown?.follow(threadId);
  if (shown !== undefined) deps.willShow(shown.panelId, threadId);
  shown?.intend({ kind: 'focus-composer' });
}

function threadLabel(thread: Thread): string {
  return plain(thread.feed.state.session.title) || 'Untitled thread';
}
