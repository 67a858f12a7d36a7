import { html, nothing } from 'lit-html';
import type { ThreadState } from '../../protocol/threadState';
import { ansiText } from '../ui/pieces';

/** What extensions have to say for as long as they like. */
export function extensionLines(state: ThreadState | undefined): unknown {
  const statuses = Object.entries(state?.statuses ?? {});
  if (statuses.length === 0) return nothing;
  return html`<div class="statuses">
    ${statuses.map(([key, text]) => html`<span class="status" title=${key} dir="auto">${ansiText(text)}</span>`)}
  </div>`;
}

export function widgets(state: ThreadState | undefined, placement: 'above' | 'below'): unknown {
  return Object.entries(state?.widgets ?? {})
    .filter(([, widget]) => widget.placement === placement)
    .map(
      ([key, widget]) =>
        html`<pre class="widget" aria-label=${key} dir="auto">${ansiText(widget.lines.join('\n'))}</pre>`,
    );
}
