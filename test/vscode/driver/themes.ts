import type { Page } from 'playwright-core';
import { pickRow, quickInput, runCommand } from './palette';

/** The four kinds of color themes. */
export type Theme = 'dark' | 'light' | 'hc-black' | 'hc-light';

/** The setting of VS Code for its theme of each kind. */
export const themeNames: Readonly<Record<Theme, string>> = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'hc-black': 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
};

/** The class of a webview's body in each kind of theme. */
export const themeClasses: Readonly<Record<Theme, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-black': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast-light',
};

/** The names in the theme picker. */
const labels: Readonly<Record<Theme, string>> = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  'hc-black': 'Dark High Contrast',
  'hc-light': 'Light High Contrast',
};

/** Changes the theme of an open window with the theme picker. */
export async function pickTheme(page: Page, theme: Theme): Promise<void> {
  await runCommand(page, 'Preferences: Color Theme');
  await page.keyboard.type(labels[theme]);
  await pickRow(page, labels[theme]);
  await quickInput(page).waitFor({ state: 'hidden' });
}
