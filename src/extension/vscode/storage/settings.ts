import * as vscode from 'vscode';
import type { PanelSettings } from '../../../protocol/frames';
import type { ApprovalMode } from '../../core/ports/approvals';
import type { NativePolicy } from '../../core/attention/nativeDialogs';

function read<T>(key: string, fallback: T): T {
  return vscode.workspace.getConfiguration('enso').get<T>(key, fallback);
}

export function panelSettings(): PanelSettings {
  return {
    sendWith: read<string>('sendWith', 'enter') === 'mod-enter' ? 'mod-enter' : 'enter',
    whileBusy: read<string>('whileBusy', 'queue') === 'steer' ? 'steer' : 'enqueue',
    unfoldsThinking: read<boolean>('unfoldThinking', false),
    showFolder: vscode.workspace.workspaceFolders?.length !== 1,
  };
}

/** Returns the idle time in milliseconds; 0 keeps pi loaded. */
export function idleMs(): number {
  const minutes = read<number>('idleMinutes', 15);
  return Number.isFinite(minutes) && minutes > 0 ? minutes * 60_000 : 0;
}

export function nativePolicy(): NativePolicy {
  const value = read<string>('dialogs.native', 'auto');
  return value === 'always' || value === 'never' ? value : 'auto';
}

/** Returns `ask` for an unknown value. */
export function approvalMode(): ApprovalMode {
  const value = read<string>('approvals', 'ask');
  return value === 'edits-allowed' || value === 'off' ? value : 'ask';
}

/** Whether files with unsaved changes are saved without a question before pi changes them. */
export function savesUnsavedFiles(): boolean {
  return read<string>('unsavedFiles', 'ask') === 'save';
}

export function onDidChangeSettings(changed: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('enso')) changed();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(changed),
  );
}
