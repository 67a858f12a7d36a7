import type { Theme } from '@earendil-works/pi-coding-agent';

const plain = (text: string) => text;
const second = (_colour: string, text: string) => text;

/** A theme without colours: extensions style what they show for a terminal, and a panel has none. */
export const plainTheme = {
  name: 'plain',
  appearance: 'dark',
  colors: {},
  style: plain,
  fg: second,
  bg: second,
  bold: plain,
  italic: plain,
  underline: plain,
  inverse: plain,
  strikethrough: plain,
  getFgAnsi: () => '',
  getBgAnsi: () => '',
  getColorMode: () => 'truecolor',
  getThinkingBorderColor: () => plain,
  getBashModeBorderColor: () => plain,
} as unknown as Theme;
