import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ThreadId } from '../../../protocol/ids';
import type { Panels } from '../../core/panels/panels';
import type { EditorCommand } from '../../core/ports/panel';
import type { ThreadRegistry } from '../../core/threadRegistry';
import { showError, showInfo } from '../notifications';

export interface EditorCommandDeps {
  readonly registry: () => ThreadRegistry;
  readonly panels: Panels;
  readonly chooseModel: (threadId: ThreadId, filter: string) => Promise<void>;
  readonly threadShown: (panelId: string, threadId: ThreadId) => void;
  readonly folder: () => string;
}

/** Returns the slash commands of pi's terminal that need the editor here. */
export function editorCommands(deps: EditorCommandDeps): readonly EditorCommand[] {
  return [
    {
      name: 'new',
      kind: 'enso',
      description: vscode.l10n.t('Start a new thread'),
      async run(_threadId, _argument, panelId) {
        const panel =
          deps.panels.all.find((candidate) => candidate.panelId === panelId) ?? deps.panels.lastUsed();
        const { id } = deps.registry().create();
        if (panel === undefined) return;
        await panel.follow(id);
        deps.threadShown(panel.panelId, id);
      },
    },
    {
      name: 'model',
      kind: 'enso',
      description: vscode.l10n.t('Select a model for this thread'),
      hint: vscode.l10n.t('[name]'),
      run(threadId, argument) {
        runInBackground(deps.chooseModel(threadId, argument));
        return Promise.resolve();
      },
    },
    {
      name: 'export',
      kind: 'enso',
      description: vscode.l10n.t('Export this thread as HTML'),
      run(threadId) {
        runInBackground(exportThread(deps, threadId));
        return Promise.resolve();
      },
    },
  ];
}

/** Reports a failure in a notification, since the command returns before the user has chosen. */
function runInBackground(work: Promise<void>): void {
  work.catch((error: unknown) => {
    showError(error);
  });
}

async function exportThread(deps: EditorCommandDeps, threadId: ThreadId): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Thread'),
    defaultUri: vscode.Uri.file(join(deps.folder(), 'thread.html')),
    filters: { HTML: ['html'] },
  });
  if (target === undefined) return;
  const thread = await deps.registry().acquire(threadId);
  await (await thread.slot.get()).exportHtml(target.fsPath);
  const open = vscode.l10n.t('Open');
  const choice = await showInfo(vscode.l10n.t('Thread exported.'), open);
  if (choice === open) await vscode.env.openExternal(target);
}
