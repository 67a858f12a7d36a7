import { html, nothing, type TemplateResult } from 'lit-html';
import type { ImageContent } from '../../protocol/item';
import { styledRuns, type Style } from '../../protocol/text/ansiText';
import { splitHidden } from '../../protocol/text/hiddenCharacters';
import type { IconName } from './icons';

export function icon(name: IconName, className = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${className}" aria-hidden="true"></span>`;
}

/** Stands in for a line's mark while the pointer or the focus is on it. */
export function fold(open: boolean): TemplateResult {
  return icon(open ? 'chevron-down' : 'chevron-right', 'fold');
}

/** A text of which nothing may stay unseen: characters that hide or reorder others are spelled out. */
export function revealHidden(text: string): unknown {
  return splitHidden(text).map((part) =>
    part.kind === 'plain'
      ? part.text
      : html`<span class="hidden-character" title="A character that can't be seen">${part.code}</span>`,
  );
}

/** An extension's words as they are marked. Marks change how text looks and never hide any. */
export function ansiText(text: string): unknown {
  return styledRuns(text).map(({ text: part, style }) => {
    const classes = classesOf(style);
    return classes === '' ? revealHidden(part) : html`<span class=${classes}>${revealHidden(part)}</span>`;
  });
}

function classesOf({ colour, background, ...others }: Style): string {
  // On a ground of its own no colour is sure to be read.
  const look = background === true ? ['marked'] : colour === undefined ? [] : [colour];
  const rest = Object.entries(others).flatMap(([name, on]) => (on ? [name] : []));
  return [...look, ...rest].map((name) => `style-${name}`).join(' ');
}

const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** A picture, or a word that one was there. */
export function imageView(image: ImageContent, className: string): TemplateResult {
  if (!drawable.has(image.mimeType)) return html`<span class="hint">A picture (${image.mimeType})</span>`;
  return html`<img
    class=${className}
    src="data:${image.mimeType};base64,${image.data}"
    alt=${image.name ?? 'A picture'}
    title=${image.name ?? nothing}
  />`;
}

/** The arrows walk over the rows of a list that a key was pressed in. */
export function walkRows(event: KeyboardEvent, selector: string): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { currentTarget, target } = event;
  if (step === 0 || !(currentTarget instanceof HTMLElement) || !(target instanceof Node)) return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = rows.findIndex((row) => row.contains(target));
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
}
