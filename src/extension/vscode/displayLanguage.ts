import * as vscode from 'vscode';

/** Returns the language of the texts: English where Enso has no translation, so that plurals and numbers fit the words. */
export function displayLanguage(): string {
  return vscode.l10n.bundle === undefined ? 'en' : vscode.env.language;
}
