/** Codicons that the panel draws. The build takes exactly these from `@vscode/codicons` into the panel's style. */
export const iconNames = [
  'arrow-down',
  'arrow-small-right',
  'arrow-up',
  'check',
  'chevron-down',
  'chevron-right',
  'circle-slash',
  'close',
  'copy',
  'debug-pause',
  'debug-step-into',
  'debug-stop',
  'edit',
  'error',
  'folder',
  'info',
  'lightbulb',
  'loading',
  'play',
  'question',
  'send',
  'shield',
  'warning',
] as const;

export type IconName = (typeof iconNames)[number];
