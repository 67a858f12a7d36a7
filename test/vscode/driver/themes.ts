import type { Page } from 'playwright-core';
import { pickRow, quickInput, runCommand } from './palette';

/** The four kinds of theme a panel must look right in. */
export type Theme = 'dark' | 'light' | 'hc-black' | 'hc-light';

/** What VS Code calls its own theme of each kind in the settings. */
export const themeNames: Readonly<Record<Theme, string>> = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'hc-black': 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
};

/** The class that a webview's body carries under each kind. */
export const themeClasses: Readonly<Record<Theme, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-black': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast-light',
};

/** What the theme picker calls them. */
const labels: Readonly<Record<Theme, string>> = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  'hc-black': 'Dark High Contrast',
  'hc-light': 'Light High Contrast',
};

/** Changes the theme of an open window through the theme picker. */
export async function pickTheme(page: Page, theme: Theme): Promise<void> {
  await runCommand(page, 'Preferences: Color Theme');
  await page.keyboard.type(labels[theme]);
  await pickRow(page, labels[theme]);
  await quickInput(page).waitFor({ state: 'hidden' });
}
