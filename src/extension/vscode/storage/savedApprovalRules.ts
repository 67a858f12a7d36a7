import type * as vscode from 'vscode';
import type { ApprovalStore } from '../../core/ports/approvals';

const key = 'enso.allowedKinds';

/** What a person always allows, kept for this workspace: the same words do something else in another. */
export class SavedApprovalRules implements ApprovalStore {
  constructor(private readonly state: vscode.Memento) {}

  load(): readonly string[] {
    const kinds: unknown = this.state.get(key);
    return Array.isArray(kinds) ? kinds.filter((kind) => typeof kind === 'string') : [];
  }

  async save(kinds: readonly string[]): Promise<void> {
    await this.state.update(key, kinds);
  }
}
