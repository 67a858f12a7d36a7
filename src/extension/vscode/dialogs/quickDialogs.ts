import * as vscode from 'vscode';
import { formatTimeLeft } from '../../../protocol/text/duration';
import { showUntilDone } from '../quickPicks';
import { InputGuard } from './inputGuard';
import type { Row } from './rows';

const previewIcon = new vscode.ThemeIcon('go-to-file');

function cancelQuestionButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('circle-slash'), tooltip: vscode.l10n.t('Cancel Question') };
}

function openPreviewButton(): vscode.QuickInputButton {
  return { iconPath: previewIcon, tooltip: vscode.l10n.t('Open Full Preview') };
}

export interface DialogPickOptions<T> {
  readonly title: string;
  /** When the question times out; the title counts down. */
  readonly expiresAt?: number | undefined;
  readonly rows: readonly Row<T>[];
  readonly step?: { readonly at: number; readonly of: number } | undefined;
  readonly back?: boolean;
  readonly placeholder?: string;
  /** Opens the full preview in an editor. */
  readonly openPreview?: () => void;
}

export type DialogPickResult<T> =
  | { readonly picked: T }
  | { readonly back: true }
  | { readonly cancelled: true }
  /** Closed without an answer. */
  | undefined;

/** Asks one question as a Quick Pick. */
export function ask<T>(asking: DialogPickOptions<T>, signal: AbortSignal): Promise<DialogPickResult<T>> {
  const pick = vscode.window.createQuickPick<Row<T>>();
  configureInput(pick, asking);
  pick.placeholder = asking.placeholder ?? vscode.l10n.t('Select an answer. Press Escape to answer later.');
  pick.items = asking.rows;
  pick.activeItems = asking.rows.filter((row) => row.value !== undefined).slice(0, 1);
  const guard = new InputGuard();
  return showUntilDone<NonNullable<DialogPickResult<T>>>(pick, signal, (end) => [
    pick.onDidChangeActive(() => {
      guard.drawn();
    }),
    pick.onDidChangeValue(() => {
      guard.typed();
    }),
    pick.onDidAccept(() => {
      const value = pick.selectedItems[0]?.value;
      if (value !== undefined && guard.isOpen) end({ picked: value });
      // VS Code fires no event for a click on the selected row.
      else pick.selectedItems = [];
    }),
    countdown(pick, asking),
    buttons(pick, end, asking.openPreview),
  ]);
}

/** Asks for text in an input box. Calls `keep` with the text at each change. */
export function askText(
  asking: Omit<DialogPickOptions<never>, 'rows'> & { readonly prompt: string; readonly value: string },
  keep: (typed: string) => void,
  signal: AbortSignal,
): Promise<DialogPickResult<string>> {
  const box = vscode.window.createInputBox();
  configureInput(box, asking);
  box.prompt = asking.prompt;
  box.placeholder = asking.placeholder;
  box.value = asking.value;
  const guard = new InputGuard();
  return showUntilDone<NonNullable<DialogPickResult<string>>>(box, signal, (end) => [
    box.onDidChangeValue((typed) => {
      guard.typed();
      keep(typed);
    }),
    box.onDidAccept(() => {
      if (guard.isOpen) end({ picked: box.value });
    }),
    countdown(box, asking),
    buttons(box, end),
  ]);
}

export function configureInput(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  asking: Omit<DialogPickOptions<never>, 'rows'>,
): void {
  input.title = asking.title;
  input.ignoreFocusOut = true;
  input.buttons = [
    ...(asking.back === true ? [vscode.QuickInputButtons.Back] : []),
    ...(asking.openPreview === undefined ? [] : [openPreviewButton()]),
    cancelQuestionButton(),
  ];
  if (asking.step !== undefined) {
    input.step = asking.step.at;
    input.totalSteps = asking.step.of;
  }
}

/** Shows the remaining time in the title. */
export function countdown(
  input: vscode.QuickInput,
  { title, expiresAt }: Pick<DialogPickOptions<never>, 'title' | 'expiresAt'>,
): vscode.Disposable {
  if (expiresAt === undefined) return new vscode.Disposable(() => undefined);
  const showTime = (): void => {
    input.title = vscode.l10n.t('{title} · {time} left', {
      title,
      time: formatTimeLeft(expiresAt, Date.now()),
    });
  };
  showTime();
  const ticking = setInterval(showTime, 1000);
  return new vscode.Disposable(() => {
    clearInterval(ticking);
  });
}

export function buttons(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  end: (value: { readonly back: true } | { readonly cancelled: true }) => void,
  openPreview?: () => void,
): vscode.Disposable {
  return input.onDidTriggerButton((button) => {
    if (button.iconPath === previewIcon) openPreview?.();
    else end(button === vscode.QuickInputButtons.Back ? { back: true } : { cancelled: true });
  });
}
