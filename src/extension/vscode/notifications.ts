import * as vscode from 'vscode';
import { visibleText } from '../../protocol/text/hiddenCharacters';
import { messageOf } from '../base/errors';
import { withoutLinks } from '../base/withoutLinks';

// The only place that shows notifications, because their text can contain names of files, texts of models and messages of
// programs: none of them is a link.

const shown = (text: string): string => withoutLinks(visibleText(text));

/** Shows a notification. Returns the action that the user chooses, or nothing. */
export function showInfo(message: string, ...actions: string[]): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(shown(message), ...actions);
}

/** As `showInfo`, for something that the user should look at. */
export function showWarning(message: string, ...actions: string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(shown(message), ...actions);
}

/** Shows the message of an error. */
export function showError(error: unknown): void {
  void vscode.window.showErrorMessage(shown(`Enso: ${messageOf(error)}`));
}

/** Asks in a dialog that waits for an answer. Returns the chosen action, or nothing if the user cancels. */
export function confirm(message: string, detail: string, ...actions: string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(
    shown(message),
    { modal: true, detail: visibleText(detail) },
    ...actions,
  );
}
