import { html, nothing, type TemplateResult } from 'lit-html';
import type { Preview } from '../../../protocol/dialog';
import { readDiff } from '../../text/unifiedDiff';
import { revealHidden } from '../../ui/pieces';
import { diffCounts, diffRows } from '../../ui/diff';

/** Draws the whole preview, because the user agrees to all of it. */
export function preview({ format, text, path, notes = [] }: Preview): TemplateResult {
  return html`${format === 'diff' ? changes(text, path) : command(text, path)}
  ${notes.map((note) => html`<p class="hint note" dir="auto">${revealHidden(note)}</p>`)}`;
}

function command(text: string, path: string | undefined): TemplateResult {
  return html`${path === undefined ? nothing : html`<p class="preview-path" dir="ltr">${revealHidden(path)}</p>`}
    <pre class="about" dir="ltr" tabindex="0">${revealHidden(text)}</pre>`;
}

function changes(text: string, path: string | undefined): TemplateResult {
  const diff = readDiff(text);
  return html`<p class="preview-path" dir="ltr">
      <span>${revealHidden(path ?? '')}</span> ${diffCounts(diff)}
    </p>
    <div class="preview-diff">${diffRows(diff, Infinity)}</div>`;
}
