import * as vscode from 'vscode';
import type { PanelFonts, PanelSettings } from '../../../protocol/frames';
import { isRecord } from '../../base/guards';
import type { ApprovalMode } from '../../core/ports/approvals';
import type { NativePolicy } from '../../core/attention/nativeDialogs';

function read<T>(key: string, fallback: T): T {
  return vscode.workspace.getConfiguration('enso').get<T>(key, fallback);
}

/** Returns VS Code's own settings for chats. A family of `default` is the editor's or the window's. */
function fonts(): PanelFonts {
  const chat = vscode.workspace.getConfiguration('chat');
  const size = (value: number | undefined) =>
    value !== undefined && value >= 6 && value <= 100 ? value : undefined;
  const family = (value: string | undefined) => (value === '' || value === 'default' ? undefined : value);
  const found = {
    size: size(chat.get<number>('fontSize')),
    family: family(chat.get<string>('fontFamily')),
    codeSize: size(setByUser('chat', 'editor.fontSize') ?? setByUser('editor', 'fontSize')),
    // The editor's own family reaches the page as a variable of the theme.
    codeFamily: family(chat.get<string>('editor.fontFamily')),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Returns a setting that has no default value worth using. */
function setByUser(section: string, key: string): number | undefined {
  const found = vscode.workspace.getConfiguration(section).inspect<number>(key);
  return found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
}

export function panelSettings(): PanelSettings {
  return {
    sendWith: read<string>('sendWith', 'enter') === 'mod-enter' ? 'mod-enter' : 'enter',
    whileBusy: read<string>('whileBusy', 'queue') === 'steer' ? 'steer' : 'enqueue',
    fonts: fonts(),
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

/**
 * Returns the user's own rules for commands in VS Code's terminal tool, if the user wants them to count here. Values of a
 * workspace or folder never count, because the folder may have brought them.
 */
export function terminalRules(): Readonly<Record<string, unknown>> | undefined {
  const own = (section: string, key: string): unknown =>
    vscode.workspace.getConfiguration(section).inspect(key)?.globalValue;
  if (own('enso', 'terminalAutoApprove') !== true) return undefined;
  // An administrator or the user can turn such approvals off in VS Code.
  const tool = vscode.workspace.getConfiguration('chat.tools.terminal');
  if (tool.get('enableAutoApprove') === false) return undefined;
  const rules = own('chat.tools.terminal', 'autoApprove');
  return isRecord(rules) ? rules : undefined;
}

export function onDidChangeSettings(changed: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (
        ['enso', 'chat', 'editor.fontSize', 'editor.fontFamily'].some((name) =>
          event.affectsConfiguration(name),
        )
      )
        changed();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(changed),
  );
}
