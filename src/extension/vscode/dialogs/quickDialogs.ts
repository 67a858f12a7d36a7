import * as vscode from 'vscode';
import { formatTimeLeft } from '../../../protocol/text/duration';
import { showUntilDone } from '../quickPicks';
import { InputGuard } from './inputGuard';
import { OptionList, type PickOption } from './optionList';
import type { Row, TextRows } from './rows';

const previewIcon = new vscode.ThemeIcon('go-to-file');

function cancelQuestionButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('circle-slash'), tooltip: vscode.l10n.t('Cancel Question') };
}

function openPreviewButton(): vscode.QuickInputButton {
  return { iconPath: previewIcon, tooltip: vscode.l10n.t('Open Full Preview') };
}

/** The parts that Quick Picks and input boxes of questions share. */
export interface DialogInputOptions {
  readonly title: string;
  /** The time at which the question times out. The title counts down. */
  readonly expiresAt?: number | undefined;
  readonly step?: { readonly at: number; readonly of: number } | undefined;
  readonly back?: boolean;
  /** The question opens without a request of the user, so that the next keys are meant for something else. */
  readonly isUnrequested: boolean;
  /** Opens everything that the question shows in an editor. */
  readonly openPreview?: () => Promise<void>;
}

export interface DialogPickOptions<T> extends DialogInputOptions {
  readonly heading: Row<never>;
  readonly text: TextRows;
  readonly options: readonly PickOption<T>[];
  /** Rows behind the options, whatever is typed. */
  readonly lastRows?: readonly Row<T>[];
}

export type DialogPickResult<T> =
  | { readonly picked: T }
  | { readonly back: true }
  | { readonly cancelled: true }
  /** The dialog was closed without an answer. */
  | undefined;

/** After rows have changed, an Enter may still be meant for the former rows. */
const settleMs = 250;

/**
 * Asks one question as a Quick Pick. VS Code always activates the first row, so the first row answers nothing: Enter
 * answers after an arrow key, a click, or typed text that leaves one option.
 */
export function ask<T>(asking: DialogPickOptions<T>, signal: AbortSignal): Promise<DialogPickResult<T>> {
  const { heading, text, lastRows = [], isUnrequested, openPreview } = asking;
  const pick = vscode.window.createQuickPick<Row<T>>();
  configureInput(pick, asking);
  // VS Code would sort rows with typed text above the heading. The property isn't part of the published API.
  Object.assign(pick, { sortByLabel: false });
  pick.placeholder = vscode.l10n.t('Select an answer. Press Escape to answer later.');
  const list = new OptionList(asking.options);
  let isRead = text.isWhole;
  let only: Row<T> | undefined;
  let changedAt = 0;
  const show = (): void => {
    const shown = list.show(pick.value, isRead);
    only = shown.only;
    const line = { label: '', kind: vscode.QuickPickItemKind.Separator };
    const rows = [heading, ...text.rows, line, ...shown.rows, ...lastRows];
    pick.items = pick.value.includes('\\') ? rows.map(withoutIcons) : rows;
    pick.activeItems = pick.items.slice(only === undefined ? 0 : rows.indexOf(only)).slice(0, 1);
    changedAt = Date.now();
  };
  show();
  changedAt = 0;
  const openWhole = async (): Promise<void> => {
    await openPreview?.();
    if (isRead) return;
    isRead = true;
    show();
  };
  const guard = new InputGuard();
  return showUntilDone<NonNullable<DialogPickResult<T>>>(pick, signal, (end) => [
    vscode.Disposable.from(guard),
    pick.onDidChangeActive(() => {
      guard.drawn();
    }),
    pick.onDidChangeValue(() => {
      if (!guard.typed() && isUnrequested) pick.value = '';
      show();
    }),
    pick.onDidAccept(() => {
      const [selected] = pick.selectedItems;
      const row = selected?.label === heading.label && selected.value === undefined ? only : selected;
      // VS Code fires no event for a click on the selected row.
      pick.selectedItems = [];
      if (row === undefined || !guard.isOpen || Date.now() < changedAt + settleMs) return;
      if (row.opensPreview === true) void openWhole();
      else if (row.value !== undefined) end({ picked: row.value });
    }),
    countdown(pick, asking),
    buttons(pick, end, openWhole),
  ]);
}

/**
 * Breaks `$(name)` in a label. VS Code draws a matching backslash apart, which would then no longer escape the icon
 * behind it.
 */
function withoutIcons<T extends vscode.QuickPickItem>(row: T): T {
  return { ...row, label: row.label.replaceAll('\\$(', '$\u200b(') };
}

/** Asks for text in an input box. Calls `keep` with the text at each change. */
export function askText(
  asking: DialogInputOptions & {
    readonly prompt: string;
    readonly value: string;
    readonly placeholder?: string;
  },
  keep: (typed: string) => void,
  signal: AbortSignal,
): Promise<DialogPickResult<string>> {
  const { isUnrequested, openPreview } = asking;
  const box = vscode.window.createInputBox();
  configureInput(box, asking);
  box.prompt = asking.prompt;
  box.placeholder = asking.placeholder;
  box.value = asking.value;
  const guard = new InputGuard();
  return showUntilDone<NonNullable<DialogPickResult<string>>>(box, signal, (end) => [
    vscode.Disposable.from(guard),
    box.onDidChangeValue((typed) => {
      if (!guard.typed() && isUnrequested) box.value = asking.value;
      else keep(typed);
    }),
    box.onDidAccept(() => {
      if (!guard.isOpen || (isUnrequested && box.value.trim() === '')) return;
      end({ picked: box.value });
    }),
    countdown(box, asking),
    buttons(box, end, openPreview),
  ]);
}

export function configureInput(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  asking: DialogInputOptions,
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
  { title, expiresAt }: Pick<DialogInputOptions, 'title' | 'expiresAt'>,
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
  openPreview?: () => Promise<void>,
): vscode.Disposable {
  return input.onDidTriggerButton((button) => {
    if (button.iconPath === previewIcon) void openPreview?.();
    else end(button === vscode.QuickInputButtons.Back ? { back: true } : { cancelled: true });
  });
}
