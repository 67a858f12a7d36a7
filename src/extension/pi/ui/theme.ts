import type { Theme } from '@earendil-works/pi-coding-agent';
import { toText, isRecord } from '../../base/guards';

/** The SGR codes for the colours of pi's theme. All other colours are the default colour. */
const colours: Readonly<Record<number, readonly string[]>> = {
  31: ['error', 'toolDiffRemoved', 'thinkingMax'],
  32: ['success', 'toolDiffAdded', 'mdCodeBlock', 'syntaxNumber', 'bashMode'],
  33: ['warning', 'mdHeading', 'syntaxFunction', 'syntaxString'],
  34: [
    'accent',
    'border',
    'borderAccent',
    'mdLink',
    'mdListBullet',
    'syntaxKeyword',
    'thinkingLow',
    'thinkingMedium',
  ],
  35: ['customMessageLabel', 'mdCode', 'syntaxType', 'thinkingHigh', 'thinkingXhigh'],
  36: ['syntaxVariable'],
  90: [
    'muted',
    'dim',
    'borderMuted',
    'thinkingText',
    'customMessageText',
    'toolOutput',
    'toolDiffContext',
    'mdLinkUrl',
    'mdCodeBlockBorder',
    'mdQuote',
    'mdQuoteBorder',
    'mdHr',
    'searchMatchText',
    'syntaxComment',
    'syntaxOperator',
    'syntaxPunctuation',
    'thinkingOff',
    'thinkingMinimal',
  ],
};

const codes = new Map(
  Object.entries(colours).flatMap(([code, names]) => names.map((name): [string, string] => [name, code])),
);

const open = (code: string | number): string => `\u001b[${code}m`;

/** Puts a text between two SGR codes, and starts the style again where a nested style ends. */
const between = (start: string | number, end: number, text: unknown): string =>
  `${open(start)}${toText(text).replaceAll(open(end), open(start))}${open(end)}`;

const around = (start: number, end: number) => (text: unknown) => between(start, end, text);

const bold = around(1, 22);
const dim = around(2, 22);
const italic = around(3, 23);
const underline = around(4, 24);
const inverse = around(7, 27);
const strikethrough = around(9, 29);

function fg(colour: unknown, text: unknown): string {
  const code = typeof colour === 'string' ? codes.get(colour) : undefined;
  return code === undefined ? toText(text) : between(code, 39, text);
}

/** All backgrounds are the same, because text must be readable on them in each theme of VS Code. */
const bg = (_colour: unknown, text: unknown): string => between(100, 49, text);

const attributes: Readonly<Record<string, (text: unknown) => string>> = {
  bold,
  dim,
  italic,
  underline,
  inverse,
  strikethrough,
};

function style(text: unknown, options: unknown): string {
  if (!isRecord(options)) return toText(text);
  let styled = fg(options['fg'], text);
  if (options['bg'] !== undefined) styled = bg(options['bg'], styled);
  for (const [name, mark] of Object.entries(attributes)) if (options[name] === true) styled = mark(styled);
  return styled;
}

/**
 * The theme for extensions that style their text. Adds escape codes as for a terminal, which the panel draws in the
 * colours of VS Code.
 */
export const theme = {
  name: 'vscode',
  appearance: 'dark',
  colors: {},
  style,
  fg,
  bg,
  bold,
  italic,
  underline,
  inverse,
  strikethrough,
  getFgAnsi: (colour: unknown) => open((typeof colour === 'string' ? codes.get(colour) : undefined) ?? 39),
  getBgAnsi: () => open(100),
  getColorMode: () => 'truecolor',
  getThinkingBorderColor: (level: unknown) => (text: unknown) => {
    const name = toText(level);
    return fg(`thinking${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, text);
  },
  getBashModeBorderColor: () => (text: unknown) => fg('bashMode', text),
} as unknown as Theme;
