import * as vscode from 'vscode';
import type { Item } from '../../../protocol/item';
import { oneLine } from '../../../protocol/text/truncate';
import type { OpenPanel, Panels } from '../../core/panels/panels';
import type { ThreadRegistry } from '../../core/threadRegistry';
import { pickOne, plain } from '../quickPicks';
import { showError } from '../notifications';

const scheme = 'enso-text';

export interface ReadingDeps {
  readonly registry: ThreadRegistry;
  readonly panels: Panels;
}

/** Registers the commands that read a conversation: they change nothing. */
export function registerReadingCommands(deps: ReadingDeps): vscode.Disposable {
  const texts = new Map<string, string>();
  const commands: Record<string, (context: unknown) => unknown> = {
    copyMessage: (context) => copyMessage(deps, context),
    openLastAnswer: async () => {
      const last = (await itemsOf(deps, front(deps))).findLast((item) => item.kind === 'text');
      if (last?.kind !== 'text') throw new Error(vscode.l10n.t('No answer yet.'));
      const uri = vscode.Uri.from({ scheme, path: `/${last.id}/${vscode.l10n.t('Answer')}.md` });
      texts.set(uri.path, last.text);
      await vscode.window.showTextDocument(uri, { preview: true });
    },
    goToPrompt: () => goToPrompt(deps),
    previousPrompt: () => {
      front(deps)?.intend({ kind: 'go-to', place: 'previous-prompt' });
    },
    nextPrompt: () => {
      front(deps)?.intend({ kind: 'go-to', place: 'next-prompt' });
    },
    lastAnswer: () => {
      front(deps)?.intend({ kind: 'go-to', place: 'last-answer' });
    },
  };
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ path }) => texts.get(path) ?? '',
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === scheme) texts.delete(uri.path);
    }),
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`enso.${name}`, async (context: unknown) => {
        try {
          await run(context);
        } catch (error) {
          showError(error);
        }
      }),
    ),
  );
}

function front({ panels }: ReadingDeps): OpenPanel | undefined {
  return panels.lastUsed();
}

async function itemsOf({ registry }: ReadingDeps, panel: OpenPanel | undefined): Promise<readonly Item[]> {
  if (panel?.threadId === undefined) return [];
  return (await registry.acquire(panel.threadId)).feed.state.items;
}

/** Copies the message on which the context menu was opened. */
async function copyMessage(deps: ReadingDeps, context: unknown): Promise<void> {
  const itemId = typeof context === 'object' && context !== null && 'itemId' in context ? context.itemId : '';
  for (const panel of deps.panels.all) {
    const item = (await itemsOf(deps, panel)).find(({ id }) => id === itemId);
    if (item === undefined || !('text' in item)) continue;
    await vscode.env.clipboard.writeText(item.text);
    return;
  }
}

/** Shows an outline of the thread's prompts. */
async function goToPrompt(deps: ReadingDeps): Promise<void> {
  const panel = front(deps);
  const prompts = (await itemsOf(deps, panel)).filter((item) => item.kind === 'user');
  if (prompts.length === 0) throw new Error(vscode.l10n.t('No prompts yet.'));
  const result = await pickOne({
    title: vscode.l10n.t('Go to Prompt'),
    placeholder: vscode.l10n.t('Select a prompt'),
    items: prompts.map(({ id, text }) => ({ label: plain(oneLine(text)) || '…', value: id })),
  });
  if (result !== undefined && 'picked' in result)
    panel?.intend({ kind: 'reveal-item', itemId: result.picked });
}
