import * as vscode from 'vscode';
import type { ThreadId } from '../../../protocol/ids';
import type { ThreadRegistry } from '../../core/threadRegistry';
import { pickOne, plain } from '../quickPicks';
import { showInfo } from '../notifications';

interface Choice {
  readonly provider: string;
  readonly id: string;
  readonly name: string;
  readonly providerName: string;
  readonly offline: boolean;
}

/** Source of models and keys. Each method rejects with an error whose message is shown to the user. */
export interface ModelSource {
  listModels(): Promise<readonly Choice[]>;
  listProviders(): Promise<
    readonly { readonly id: string; readonly name: string; readonly configured: boolean }[]
  >;
  chooseModel(threadId: ThreadId, choice: { readonly provider: string; readonly id: string }): Promise<void>;
  setApiKey(provider: string, key: string | undefined): Promise<void>;
}

export interface ModelCommands {
  /** Opens the list of models, filtered by a part of a name. */
  choose(threadId: ThreadId | undefined, filter?: string): Promise<void>;
  setApiKey(): Promise<void>;
}

export function modelCommands(deps: {
  readonly factory: ModelSource;
  readonly registry: ThreadRegistry;
}): ModelCommands {
  const { factory, registry } = deps;
  const commands: ModelCommands = {
    async choose(threadId, filter = '') {
      if (threadId === undefined) throw new Error(vscode.l10n.t('Open a chat first.'));
      const models = await factory.listModels();
      const signIn = { label: `$(key) ${vscode.l10n.t('Set API Key…')}`, value: undefined };
      const result = await pickOne<Choice | undefined>({
        title: vscode.l10n.t('Choose Model'),
        placeholder: vscode.l10n.t('Select a model for this thread'),
        filter,
        items: [
          ...models.map((model) => ({
            label: plain(model.name),
            description: plain(model.providerName),
            value: model,
          })),
          signIn,
        ],
      });
      if (result === undefined || !('picked' in result)) return;
      if (result.picked === undefined) {
        await commands.setApiKey();
        return;
      }
      // The session saves the choice, so it must exist.
      await registry.use(threadId, (thread) => thread.slot.get());
      await factory.chooseModel(threadId, result.picked);
    },
    async setApiKey() {
      const providers = await factory.listProviders();
      const result = await pickOne({
        title: vscode.l10n.t('Set API Key'),
        placeholder: vscode.l10n.t('Select a provider'),
        items: providers.map((provider) => ({
          label: plain(provider.name),
          ...(provider.configured ? { description: vscode.l10n.t('Key set') } : {}),
          value: provider,
        })),
      });
      if (result === undefined || !('picked' in result)) return;
      const { id, name } = result.picked;
      const key = await vscode.window.showInputBox({
        title: vscode.l10n.t('API Key for {provider}', { provider: name }),
        prompt: vscode.l10n.t("Stored in VS Code's secret storage. Leave empty to remove the current key."),
        password: true,
        ignoreFocusOut: true,
      });
      if (key === undefined) return;
      await factory.setApiKey(id, key === '' ? undefined : key);
      void showInfo(
        key === ''
          ? vscode.l10n.t('API key for {provider} removed.', { provider: name })
          : vscode.l10n.t('API key for {provider} saved.', { provider: name }),
      );
    },
  };
  return commands;
}
