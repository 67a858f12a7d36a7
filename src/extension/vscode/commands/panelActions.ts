import * as vscode from 'vscode';
import type { NextStep } from '../../../protocol/item';
import type { ThreadId } from '../../../protocol/ids';
import type { HostActions } from '../../core/panels/panelRequests';
import type { ThreadRegistry } from '../../core/threadRegistry';
import { openFile, openLink } from './openFile';
import type { ShownThreads } from '../panels/shownThreads';

export interface ActionDeps {
  readonly registry: ThreadRegistry;
  readonly shown: ShownThreads;
  readonly answerNatively: (threadId: ThreadId, dialogId: string) => void;
  readonly chooseModel: (threadId: ThreadId) => void;
  readonly setApiKey: () => void;
  readonly showLog: () => void;
}

/** Returns the actions that a panel requests and that need VS Code. */
export function panelActions(deps: ActionDeps): HostActions {
  const steps: Partial<Record<NextStep, (threadId: ThreadId) => void>> = {
    'choose-model': deps.chooseModel,
    'set-key': deps.setApiKey,
    'show-log': deps.showLog,
    'new-thread': () => void vscode.commands.executeCommand('enso.newThread'),
    'trust-workspace': () => void vscode.commands.executeCommand('workbench.trust.manage'),
  };
  return {
    threadFor: (panelId) => Promise.resolve(deps.shown.threadFor(panelId)),
    threadShown: (panelId, threadId) => {
      deps.shown.set(panelId, threadId);
    },
    openFile: async (threadId, path, line) => {
      const thread = await deps.registry.acquire(threadId);
      await openFile(thread.feed.state.session.folder, path, line);
    },
    openLink,
    openDiff: async (threadId, itemId) => {
      const thread = await deps.registry.acquire(threadId);
      const item = thread.feed.state.items.find((candidate) => candidate.id === itemId);
      if (item?.kind !== 'tool' || item.diff === undefined)
        throw new Error(vscode.l10n.t('No changes to show.'));
      const document = await vscode.workspace.openTextDocument({ language: 'diff', content: item.diff });
      await vscode.window.showTextDocument(document, { preview: true });
    },
    answerNatively: deps.answerNatively,
    nextStep: (step, threadId) => steps[step]?.(threadId),
  };
}
