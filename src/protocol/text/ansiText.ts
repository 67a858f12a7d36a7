/**
 * Extensions style text as for a terminal, with the SGR escape codes of ECMA-48. Texts keep these codes until they are
 * shown: a view draws the styles, or `plainText` removes the codes.
 */
export type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'muted';

export interface Style {
  readonly colour?: Colour;
  /** True for text on its own background. The colour is ignored, so that the text stays readable. */
  readonly background?: boolean;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underlined?: boolean;
  readonly struck?: boolean;
}

export interface StyledRun {
  readonly text: string;
  readonly style: Style;
}

const sgrCodes = /\u001b\[([\d;:]*)m/g;

/** Returns the text without escape codes. */
export function plainText(text: string): string {
  return text.includes('\u001b') ? text.replace(sgrCodes, '') : text;
}

/** Splits a text into runs of one style. Other escape codes, such as those that hide text, change nothing. */
export function styledRuns(text: string): readonly StyledRun[] {
  if (!text.includes('\u001b')) return text === '' ? [] : [{ text, style: {} }];
  const runs: StyledRun[] = [];
  let style: Style = {};
  let from = 0;
  const add = (end: number): void => {
    if (end > from) runs.push({ text: text.slice(from, end), style });
  };
  for (const mark of text.matchAll(sgrCodes)) {
    add(mark.index);
    from = mark.index + mark[0].length;
    style = changed(style, (mark[1] ?? '').split(/[;:]/).map(Number));
  }
  add(text.length);
  return runs;
}

const basic: readonly (Colour | undefined)[] = [
  'muted',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  undefined,
];

function changed(style: Style, codes: readonly number[]): Style {
  let next: Style = style;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const [colour, used] = extended(codes.slice(at + 1));
      at += used;
      next = code === 38 ? withColour(next, colour) : { ...next, background: true };
    } else {
      next = changedBy(next, code);
    }
  }
  return next;
}

function changedBy(style: Style, code: number): Style {
  switch (code) {
    case 0:
      return {};
    case 1:
      return { ...style, bold: true };
    case 2:
      return { ...style, dim: true };
    case 3:
      return { ...style, italic: true };
    case 4:
    case 21:
      return { ...style, underlined: true };
    case 7:
      return { ...style, background: true };
    case 9:
      return { ...style, struck: true };
    case 22:
      return { ...style, bold: false, dim: false };
    case 23:
      return { ...style, italic: false };
    case 24:
      return { ...style, underlined: false };
    case 27:
    case 49:
      return { ...style, background: false };
    case 29:
      return { ...style, struck: false };
    case 39:
      return withColour(style, undefined);
    default:
      if ((code >= 30 && code < 38) || (code >= 90 && code < 98)) return withColour(style, basic[code % 10]);
      return (code >= 40 && code < 48) || (code >= 100 && code < 108)
        ? { ...style, background: true }
        : style;
  }
}

function withColour({ colour: _before, ...rest }: Style, colour: Colour | undefined): Style {
  return colour === undefined ? rest : { ...rest, colour };
}

/** Returns a 256-colour or RGB colour, and the number of its parameters. */
function extended([kind, ...numbers]: readonly number[]): readonly [Colour | undefined, number] {
  if (kind === 2) {
    const [red = 0, green = 0, blue = 0] = numbers;
    return [nearest(red, green, blue), 4];
  }
  if (kind !== 5) return [undefined, 1];
  const [index = 0] = numbers;
  if (index < 16) return [basic[index % 8], 2];
  if (index > 231) return [nearest(...grey((index - 232) * 10 + 8)), 2];
  const part = (place: number): number => Math.floor((index - 16) / place) % 6;
  return [nearest(part(36) * 51, part(6) * 51, part(1) * 51), 2];
}

const grey = (value: number): [number, number, number] => [value, value, value];

/** Returns the colour with the nearest hue. Greys become the default colour, or muted in the middle. */
function nearest(red: number, green: number, blue: number): Colour | undefined {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < 40) return most > 60 && most < 190 ? 'muted' : undefined;
  const sector =
    most === red
      ? (green - blue) / range
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  const hues: readonly Colour[] = ['red', 'yellow', 'green', 'cyan', 'blue', 'magenta'];
  return hues[Math.round(sector + 6) % 6];
}
