import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ImageContent } from '../../protocol/item';
import { styledRuns, type Style, type StyledRun } from '../../protocol/text/ansiText';
import { splitHidden, type HiddenOptions } from '../../protocol/text/hiddenCharacters';
import type { IconName } from './icons';

export function icon(name: IconName, className = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${className}" aria-hidden="true"></span>`;
}

/** Draws the chevron that replaces a line's icon while the pointer or the focus is on the line. */
export function fold(open: boolean): TemplateResult {
  return icon(open ? 'chevron-down' : 'chevron-right', 'fold');
}

/** Draws a text with the characters spelled out that hide or reorder others. */
export function revealHidden(text: string, options: HiddenOptions = {}): unknown {
  return splitHidden(text, options).map((part) =>
    part.kind === 'plain'
      ? part.text
      : html`<span class="hidden-character" title=${l10n.t('Invisible character')}>${part.code}</span>`,
  );
}

/** Draws an extension's text with its colours and styles. Escape codes never hide text. */
export function ansiText(text: string, options: HiddenOptions = {}): unknown {
  return styledRuns(text).map((run) => styledRun(run, options));
}

/** Draws a part of a text that has one style. */
export function styledRun({ text, style }: StyledRun, options: HiddenOptions = {}): unknown {
  const classes = styleClasses(style);
  const drawn = revealHidden(text, options);
  return classes === '' ? drawn : html`<span class=${classes}>${drawn}</span>`;
}

/** Returns the classes that draw a style. */
export function styleClasses({ colour, background, ...others }: Style): string {
  // A colour may be unreadable on a custom background.
  const look = background === true ? ['marked'] : colour === undefined ? [] : [colour];
  const rest = Object.entries(others).flatMap(([name, on]) => (on ? [name] : []));
  return [...look, ...rest].map((name) => `style-${name}`).join(' ');
}

const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Draws an image, or its type where a browser can't draw it. */
export function imageView(image: ImageContent, className: string): TemplateResult {
  if (!drawable.has(image.mimeType))
    return html`<span class="hint">${l10n.t('Image ({type})', { type: image.mimeType })}</span>`;
  return html`<img
    class=${className}
    src="data:${image.mimeType};base64,${image.data}"
    alt=${image.name ?? l10n.t('Image')}
    title=${image.name ?? nothing}
  />`;
}

/** Moves the focus between the rows of a list by the arrow keys. */
export function walkRows(event: KeyboardEvent, selector: string): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { currentTarget, target } = event;
  if (step === 0 || !(currentTarget instanceof HTMLElement) || !(target instanceof Node)) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = rows.findIndex((row) => row.contains(target));
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
}
