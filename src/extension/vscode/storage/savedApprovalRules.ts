import type * as vscode from 'vscode';
import type { ApprovalStore } from '../../core/ports/approvals';

const key = 'enso.allowedKinds';

/** Approval rules of this workspace. The same command can do something else in another workspace. */
export class SavedApprovalRules implements ApprovalStore {
  constructor(private readonly state: vscode.Memento) {}

  load(): readonly string[] {
    const rules: unknown = this.state.get(key);
    return Array.isArray(rules) ? rules.filter((rule) => typeof rule === 'string') : [];
  }

  async save(rules: readonly string[]): Promise<void> {
    await this.state.update(key, rules);
  }
}
