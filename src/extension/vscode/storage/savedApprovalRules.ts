import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { isRecord } from '../../base/guards';
import type { ApprovalRule, ApprovalStore } from '../../core/ports/approvals';
import { showInfo } from '../notifications';

const key = 'enso.approvalRules';

/** The key of earlier versions' rules: texts, many of which covered any argument of a program. */
const formerKey = 'enso.allowedKinds';
const formerEdits = 'edits';

/** Permanent rules, saved for the workspace, because the same command may act differently in another workspace. */
export class SavedApprovalRules implements ApprovalStore {
  constructor(private readonly state: vscode.Memento) {}

  load(): readonly ApprovalRule[] {
    const saved: unknown = this.state.get(key);
    return (Array.isArray(saved) ? saved : []).flatMap(savedRule);
  }

  async save(rules: readonly ApprovalRule[]): Promise<void> {
    await this.state.update(key, rules);
  }

  /** Converts rules of earlier versions and drops those that are too wide. Returns whether a rule was dropped. */
  async migrate(folders: readonly string[], now: number): Promise<boolean> {
    const former: unknown = this.state.get(formerKey);
    if (!Array.isArray(former)) return false;
    const edits = former.includes(formerEdits) ? folders : [];
    const converted = edits.map((folder) => ({
      id: formerEdits,
      label: vscode.l10n.t('edits and writes of files in this workspace'),
      since: now,
      folder,
    }));
    await this.save([...this.load(), ...converted]);
    await this.state.update(formerKey, undefined);
    return former.some((id) => id !== formerEdits);
  }
}

/** Returns a saved value as a list with the rule, or an empty list for any other value. */
function savedRule(value: unknown): readonly ApprovalRule[] {
  if (!isRecord(value)) return [];
  const { id, label, since, folder, fingerprint } = value;
  if (typeof id !== 'string' || typeof label !== 'string') return [];
  if (typeof since !== 'number' || typeof folder !== 'string') return [];
  if (fingerprint === undefined) return [{ id, label, since, folder }];
  return typeof fingerprint === 'string' ? [{ id, label, since, folder, fingerprint }] : [];
}

/** Returns VS Code's folders with user settings and extensions. */
export function editorFolders(context: vscode.ExtensionContext): readonly string[] {
  const user = dirname(dirname(context.globalStorageUri.fsPath));
  // In development, the extension is in the developer's project folder.
  const isInstalled = context.extensionMode === vscode.ExtensionMode.Production;
  return isInstalled ? [user, dirname(context.extensionUri.fsPath)] : [user];
}

/** Converts the rules of earlier versions and notifies the user once if a rule was dropped. */
export async function migrateApprovals(
  rules: SavedApprovalRules,
  folders: readonly string[],
  now: number,
): Promise<void> {
  if (!(await rules.migrate(folders, now))) return;
  void showInfo(
    vscode.l10n.t('Approvals for kinds of commands covered too much and were removed. pi will ask again.'),
  );
}
