import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ThreadId } from '../../../protocol/ids';
import { messageOf } from '../../base/errors';
import type { Panels } from '../../core/panels/panels';
import type { EditorCommand } from '../../core/ports/panel';
import type { ThreadRegistry } from '../../core/threadRegistry';

export interface EditorCommandDeps {
  readonly registry: () => ThreadRegistry;
  readonly panels: Panels;
  readonly chooseModel: (threadId: ThreadId, filter: string) => Promise<void>;
  readonly threadShown: (panelId: string, threadId: ThreadId) => void;
  readonly folder: () => string;
}

/** Slash commands that mean here what they mean in pi's terminal, and that need the editor. */
export function editorCommands(deps: EditorCommandDeps): readonly EditorCommand[] {
  return [
    {
      name: 'new',
      kind: 'enso',
      description: 'Begin a new thread; this one goes on',
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
      description: 'Choose the model that answers in this thread',
      hint: '[name]',
      run(threadId, argument) {
        later(deps.chooseModel(threadId, argument));
        return Promise.resolve();
      },
    },
    {
      name: 'export',
      kind: 'enso',
      description: 'Save this thread as a page',
      run(threadId) {
        later(exportThread(deps, threadId));
        return Promise.resolve();
      },
    },
  ];
}

/** What waits for a person isn't waited for: its end is told where the person is then. */
function later(work: Promise<void>): void {
  work.catch((error: unknown) => {
    void vscode.window.showErrorMessage(`Enso: ${messageOf(error)}`);
  });
}

async function exportThread(deps: EditorCommandDeps, threadId: ThreadId): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    title: 'Save This Thread as a Page',
    defaultUri: vscode.Uri.file(join(deps.folder(), 'thread.html')),
    filters: { 'Web page': ['html'] },
  });
  if (target === undefined) return;
  const thread = await deps.registry().acquire(threadId);
  await (await thread.slot.get()).exportHtml(target.fsPath);
  const open = 'Open';
  const choice = await vscode.window.showInformationMessage('The thread is saved.', open);
  if (choice === open) await vscode.env.openExternal(target);
}
