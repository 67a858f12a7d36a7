import type { PanelFonts } from '../../protocol/frames';

const usualSize = 13;

/** Applies the fonts of VS Code's settings. Sizes in the style are multiples of `--text` and `--code`. */
export function applyFonts(root: HTMLElement, { size, family, codeSize, codeFamily }: PanelFonts): void {
  set(root, '--text', size === undefined || size === usualSize ? undefined : `${size}px`);
  set(root, '--text-family', family);
  set(root, '--code', codeSize === undefined ? undefined : `${codeSize}px`);
  set(root, '--mono', codeFamily);
}

function set(root: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) root.style.removeProperty(name);
  else root.style.setProperty(name, value);
}
