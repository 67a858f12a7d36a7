import * as vscode from 'vscode';
import type { ThreadId } from '../../../protocol/ids';
import type { ThreadRegistry } from '../../core/threadRegistry';
import { pickOne, plain } from '../quickPicks';

interface Choice {
  readonly provider: string;
  readonly id: string;
  readonly name: string;
  readonly providerName: string;
  readonly offline: boolean;
}

/** What the choosing of models needs of whoever has them. Each rejects with an error for a person. */
export interface ModelSource {
  listModels(): Promise<readonly Choice[]>;
  listProviders(): Promise<
    readonly { readonly id: string; readonly name: string; readonly configured: boolean }[]
  >;
  chooseModel(threadId: ThreadId, choice: { readonly provider: string; readonly id: string }): Promise<void>;
  setApiKey(provider: string, key: string | undefined): Promise<void>;
}

export interface ModelCommands {
  /** `filter` is what the person typed of the model's name. */
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
      if (threadId === undefined) throw new Error('Open a chat first.');
      const models = await factory.listModels();
      const signIn = { label: '$(key) Set an API Key…', value: undefined };
      const result = await pickOne<Choice | undefined>({
        title: 'Model',
        placeholder: 'Which model answers in this thread?',
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
      // The choice is the session's, so there has to be one.
      await registry.use(threadId, (thread) => thread.slot.get());
      await factory.chooseModel(threadId, result.picked);
    },
    async setApiKey() {
      const providers = await factory.listProviders();
      const result = await pickOne({
        title: 'API Key',
        placeholder: 'Whose key is it?',
        items: providers.map((provider) => ({
          label: plain(provider.name),
          ...(provider.configured ? { description: 'has a key' } : {}),
          value: provider,
        })),
      });
      if (result === undefined || !('picked' in result)) return;
      const { id, name } = result.picked;
      const key = await vscode.window.showInputBox({
        title: `API Key for ${name}`,
        prompt: 'It is kept in VS Code’s secret storage. Leave it empty to forget the one that is there.',
        password: true,
        ignoreFocusOut: true,
      });
      if (key === undefined) return;
      await factory.setApiKey(id, key === '' ? undefined : key);
      void vscode.window.showInformationMessage(
        key === '' ? `The key for ${name} is forgotten.` : `The key for ${name} is set.`,
      );
    },
  };
  return commands;
}
