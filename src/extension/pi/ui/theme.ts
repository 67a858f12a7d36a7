import type { Theme } from '@earendil-works/pi-coding-agent';
import { toText, isRecord } from '../../base/guards';

/** What the colours of pi's theme are among those that every panel has; one that isn't here is the usual colour. */
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

/** Puts words between two marks. An end of the same mark within them is no end of the outer one. */
const between = (start: string | number, end: number, words: unknown): string =>
  `${open(start)}${toText(words).replaceAll(open(end), open(start))}${open(end)}`;

const around = (start: number, end: number) => (words: unknown) => between(start, end, words);

const bold = around(1, 22);
const dim = around(2, 22);
const italic = around(3, 23);
const underline = around(4, 24);
const inverse = around(7, 27);
const strikethrough = around(9, 29);

function fg(colour: unknown, words: unknown): string {
  const code = typeof colour === 'string' ? codes.get(colour) : undefined;
  return code === undefined ? toText(words) : between(code, 39, words);
}

/** Each ground looks the same in a panel: what is on it must be readable in every theme of VS Code. */
const bg = (_colour: unknown, words: unknown): string => between(100, 49, words);

const attributes: Readonly<Record<string, (words: unknown) => string>> = {
  bold,
  dim,
  italic,
  underline,
  inverse,
  strikethrough,
};

function style(words: unknown, options: unknown): string {
  if (!isRecord(options)) return toText(words);
  let styled = fg(options['fg'], words);
  if (options['bg'] !== undefined) styled = bg(options['bg'], styled);
  for (const [name, mark] of Object.entries(attributes)) if (options[name] === true) styled = mark(styled);
  return styled;
}

/**
 * The theme that extensions style their words with: it marks them as for a terminal, and the panel draws the marks in the
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
  getThinkingBorderColor: (level: unknown) => (words: unknown) => {
    const name = toText(level);
    return fg(`thinking${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, words);
  },
  getBashModeBorderColor: () => (words: unknown) => fg('bashMode', words),
} as unknown as Theme;
