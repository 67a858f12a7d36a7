import * as vscode from 'vscode';
import { formatTimeLeft } from '../../../protocol/text/duration';
import { showUntilDone } from '../quickPicks';
import { InputGuard } from './inputGuard';
import type { Row } from './rows';

export const cancelQuestionButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('circle-slash'),
  tooltip: 'Cancel Question',
};

export const openPreviewButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('go-to-file'),
  tooltip: 'Show Whole',
};

export interface DialogPickOptions<T> {
  readonly title: string;
  /** When the question ends by itself; the title counts down to it. */
  readonly expiresAt?: number | undefined;
  readonly rows: readonly Row<T>[];
  readonly step?: { readonly at: number; readonly of: number } | undefined;
  readonly back?: boolean;
  readonly placeholder?: string;
  /** Shows all that the question is about, beside it. */
  readonly showWhole?: () => void;
}

export type DialogPickResult<T> =
  | { readonly picked: T }
  | { readonly back: true }
  | { readonly cancelled: true }
  /** It went away: that answers nothing. */
  | undefined;

/** One question as a QuickPick. */
export function ask<T>(asking: DialogPickOptions<T>, signal: AbortSignal): Promise<DialogPickResult<T>> {
  const pick = vscode.window.createQuickPick<Row<T>>();
  configureInput(pick, asking);
  pick.placeholder = asking.placeholder ?? 'Pick an answer. Escape leaves the question open.';
  pick.items = asking.rows;
  pick.activeItems = asking.rows.filter((row) => row.value !== undefined).slice(0, 1);
  const settling = new InputGuard();
  return showUntilDone<NonNullable<DialogPickResult<T>>>(pick, signal, (end) => [
    pick.onDidChangeActive(() => {
      settling.drawn();
    }),
    pick.onDidChangeValue(() => {
      settling.typed();
    }),
    pick.onDidAccept(() => {
      const value = pick.selectedItems[0]?.value;
      if (value !== undefined && settling.over) end({ picked: value });
      // A second click on a row that is selected already would be no news to anybody.
      else pick.selectedItems = [];
    }),
    countdown(pick, asking),
    buttons(pick, end, asking.showWhole),
  ]);
}

/** Text of a person's own. `keep` is told what is typed, however the box ends. */
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
  const settling = new InputGuard();
  return showUntilDone<NonNullable<DialogPickResult<string>>>(box, signal, (end) => [
    box.onDidChangeValue((typed) => {
      settling.typed();
      keep(typed);
    }),
    box.onDidAccept(() => {
      if (settling.over) end({ picked: box.value });
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
    ...(asking.showWhole === undefined ? [] : [openPreviewButton]),
    cancelQuestionButton,
  ];
  if (asking.step !== undefined) {
    input.step = asking.step.at;
    input.totalSteps = asking.step.of;
  }
}

/** Keeps the time that is left in the title. */
export function countdown(
  input: vscode.QuickInput,
  { title, expiresAt }: Pick<DialogPickOptions<never>, 'title' | 'expiresAt'>,
): vscode.Disposable {
  if (expiresAt === undefined) return new vscode.Disposable(() => undefined);
  const say = (): void => {
    input.title = `${title} · ${formatTimeLeft(expiresAt, Date.now())} left`;
  };
  say();
  const ticking = setInterval(say, 1000);
  return new vscode.Disposable(() => {
    clearInterval(ticking);
  });
}

export function buttons(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  end: (value: { readonly back: true } | { readonly cancelled: true }) => void,
  showWhole?: () => void,
): vscode.Disposable {
  return input.onDidTriggerButton((button) => {
    if (button === openPreviewButton) showWhole?.();
    else end(button === vscode.QuickInputButtons.Back ? { back: true } : { cancelled: true });
  });
}
