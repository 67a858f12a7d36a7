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
