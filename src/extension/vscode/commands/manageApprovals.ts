import { relative } from 'node:path';
import * as vscode from 'vscode';
import type { ListedRule } from '../../core/ports/approvals';
import { displayLanguage } from '../displayLanguage';
import { plain, showUntilDone } from '../quickPicks';
import { showInfo } from '../notifications';

/** The approval rules, as far as this command uses them. */
export interface ManagedRules {
  list(): readonly ListedRule[];
  remove(rule: ListedRule): Promise<void>;
  clear(): Promise<void>;
}

interface RuleItem extends vscode.QuickPickItem {
  readonly rule?: ListedRule;
  readonly removesAll?: boolean;
}

/** Shows the approval rules and removes the ones that the user selects. */
export async function manageApprovals(rules: ManagedRules): Promise<void> {
  if (rules.list().length === 0) {
    void showInfo(vscode.l10n.t('No approvals are stored. pi asks before each act.'));
    return;
  }
  const pick = vscode.window.createQuickPick<RuleItem>();
  pick.title = vscode.l10n.t('Manage Approvals');
  pick.placeholder = vscode.l10n.t('Select an approval to remove it');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const show = () => {
    const listed = rules.list();
    pick.items = listed.length === 0 ? [] : [...listed.map(ruleItem), ...allItem(listed.length)];
    return listed.length > 0;
  };
  show();
  await showUntilDone<never>(pick, undefined, (end) => [
    pick.onDidAccept(async () => {
      const [chosen] = pick.selectedItems;
      if (chosen?.removesAll === true) {
        await rules.clear();
        void showInfo(vscode.l10n.t('Cleared all approvals. pi will ask again.'));
      } else if (chosen?.rule !== undefined) await rules.remove(chosen.rule);
      if (!show()) end(undefined);
    }),
  ]);
}

function ruleItem(rule: ListedRule): RuleItem {
  return { label: plain(rule.label), description: place(rule), detail: since(rule.since), rule };
}

function allItem(count: number): readonly RuleItem[] {
  if (count < 2) return [];
  return [
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: vscode.l10n.t('Remove All Approvals'), alwaysShow: true, removesAll: true },
  ];
}

function place({ folder, threadId }: ListedRule): string {
  const shown = folderName(folder);
  return threadId === undefined
    ? vscode.l10n.t('Always, in {folder}', { folder: shown })
    : vscode.l10n.t('In one thread, in {folder}', { folder: shown });
}

/** Returns a folder's name, or its path if several folders of the workspace have the same name. */
function folderName(folder: string): string {
  const known = vscode.workspace.workspaceFolders?.find(({ uri }) => relative(uri.fsPath, folder) === '');
  return plain(known?.name ?? folder);
}

function since(time: number): string {
  const when = new Date(time).toLocaleString(displayLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return vscode.l10n.t('Since {time}', { time: when });
}
