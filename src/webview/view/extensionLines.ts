import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ThreadState } from '../../protocol/threadState';
import { plainText } from '../../protocol/text/ansiText';
import { ansiText } from '../ui/pieces';

/** Draws an extension's heading. The thread's title, which the tab shows, is only for screen readers. */
export function heading(state: ThreadState | undefined): TemplateResult {
  const text = state?.session.heading ?? '';
  if (plainText(text) !== '') {
    return html`<header><h1 class="heading" title=${plainText(text)} dir="auto">${ansiText(text, { emoji: true })}</h1></header>`;
  }
  const title = plainText(state?.session.title ?? '');
  return html`<header class="unseen"><h1 dir="auto">${title === '' ? l10n.t('New Thread') : title}</h1></header>`;
}

/** Draws the status texts of extensions. */
export function extensionLines(state: ThreadState | undefined): unknown {
  const statuses = Object.entries(state?.statuses ?? {});
  if (statuses.length === 0) return nothing;
  return html`<div class="statuses">
    ${statuses.map(([key, text]) => html`<span class="status" title=${key} dir="auto">${ansiText(text, { emoji: true })}</span>`)}
  </div>`;
}

/** Draws the lines that extensions keep above or below the composer. */
export function widgets(state: ThreadState | undefined, placement: 'above' | 'below'): unknown {
  return Object.entries(state?.widgets ?? {})
    .filter(([, widget]) => widget.placement === placement)
    .map(
      ([key, widget]) =>
        html`<pre class="widget" aria-label=${key} dir="auto">${ansiText(widget.lines.join('\n'), { emoji: true })}</pre>`,
    );
}
