import type * as vscode from 'vscode';

const secret = 'enso.apiKeys';

/** API keys in VS Code's secret storage. */
export class SecretKeys {
  private saving: Promise<void> = Promise.resolve();

  constructor(private readonly secrets: vscode.SecretStorage) {}

  async load(): Promise<Readonly<Record<string, string>>> {
    const stored = await this.secrets.get(secret);
    if (stored === undefined) return {};
    const keys: unknown = JSON.parse(stored);
    if (typeof keys !== 'object' || keys === null) return {};
    return Object.fromEntries(
      Object.entries(keys).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    );
  }

  /** Saves a key. Saves run one at a time, because each reads the result of the previous one. */
  save(provider: string, key: string | undefined): Promise<void> {
    this.saving = this.saving
      .catch(() => undefined)
      .then(async () => {
        const others = Object.entries(await this.load()).filter(([name]) => name !== provider);
        const keys = Object.fromEntries(key === undefined ? others : [...others, [provider, key]]);
        await this.secrets.store(secret, JSON.stringify(keys));
      });
    return this.saving;
  }
}
