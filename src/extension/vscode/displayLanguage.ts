import * as vscode from 'vscode';

/** Returns the language of Enso's texts, so that plurals and numbers match them. English without a translation. */
export function displayLanguage(): string {
  return vscode.l10n.bundle === undefined ? 'en' : vscode.env.language;
}
