import * as vscode from 'vscode';
import type { NextStep } from '../../../protocol/item';
import type { ThreadId } from '../../../protocol/ids';
import { oneLine } from '../../../protocol/text/truncate';
import type { ChangeStore } from '../../changes/changeStore';
import type { Undo } from '../../changes/undo';
import type { HostActions } from '../../core/panels/panelRequests';
import type { ThreadRegistry } from '../../core/threadRegistry';
import { changeIds, openCallDiff, reviewChanges } from '../changes/reviewChanges';
import { undoChanges } from '../changes/undoChanges';
import { openFile, openLink } from './openFile';
import { useCode } from './useCode';
import type { ShownThreads } from '../panels/shownThreads';
import { showError } from '../notifications';

export interface ActionDeps {
  readonly registry: ThreadRegistry;
  readonly shown: ShownThreads;
  readonly changes: ChangeStore;
  readonly undo: Undo;
  readonly answerNatively: (threadId: ThreadId, dialogId: string) => void;
  readonly openQuestion: HostActions['openQuestion'];
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
    useCode: async ({ threadId, ...code }) => {
      const { folder } = (await deps.registry.acquire(threadId)).feed.state.session;
      // The request is answered before the user is, whose answer may take any time.
      void useCode(folder, code).catch((error: unknown) => {
        showError(error);
      });
    },
    openDiff: async (threadId, itemId) => {
      const thread = await deps.registry.acquire(threadId);
      const item = thread.feed.state.items.find((candidate) => candidate.id === itemId);
      await openCallDiff(deps.changes, threadId, item);
    },
    reviewChanges: async (threadId, itemId) => {
      const { items, undone } = (await deps.registry.acquire(threadId)).feed.state;
      if (itemId === undefined) {
        const ids = items.flatMap(changeIds).filter((id) => !undone.includes(id));
        return reviewChanges(
          deps.changes,
          threadId,
          [...new Set(ids)],
          vscode.l10n.t('Changes in This Thread'),
        );
      }
      const item = items.find(({ id }) => id === itemId);
      const title = item?.kind === 'user' ? oneLine(item.text, 60) : '';
      return reviewChanges(
        deps.changes,
        threadId,
        changeIds(item),
        vscode.l10n.t('Changes for “{prompt}”', { prompt: title }),
      );
    },
    undoChanges: (request) => {
      void undoChanges(deps, request).catch((error: unknown) => {
        showError(error);
      });
    },
    answerNatively: deps.answerNatively,
    openQuestion: deps.openQuestion,
    nextStep: (step, threadId) => steps[step]?.(threadId),
  };
}
