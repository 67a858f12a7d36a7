import variables from './themes.json';

/** The four kinds of theme, as a real VS Code hands its own default theme of each kind to a webview. */
export type ThemeName = keyof typeof variables;

export const themeNames: readonly ThemeName[] = ['dark', 'light', 'hc-black', 'hc-light'];

/** What a webview's body carries. The light high contrast theme carries both names. */
const classes: Readonly<Record<ThemeName, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-black': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast-light vscode-high-contrast',
};

export function themeOf(name: ThemeName): {
  readonly classes: string;
  readonly variables: Readonly<Record<string, string>>;
} {
  return { classes: classes[name], variables: variables[name] };
}
