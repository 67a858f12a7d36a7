import { html, nothing, type TemplateResult } from 'lit-html';
import type { Diff } from '../../text/unifiedDiff';

const signs = { added: '+', removed: '−', same: ' ', gap: '' } as const;

/** The rows of an edit. Past a few hundred the rest is left to the diff editor. */
export function diffRows(diff: Diff): TemplateResult {
  const shown = diff.rows.slice(0, 300);
  const rest = diff.rows.length - shown.length;
  return html`<div class="diff" tabindex="0" role="group" aria-label="Changes" dir="ltr">
    ${shown.map(
      (row) =>
        html`<div class="diff-row ${row.kind}">
          ${
            row.kind === 'gap'
              ? '⋯'
              : html`<span class="diff-line">${signs[row.kind]}${row.line}</span> ${row.text}`
          }
        </div>`,
    )}
    ${rest > 0 ? html`<div class="diff-row gap">${rest} more lines</div>` : nothing}
  </div>`;
}

export function diffCounts(diff: Diff): TemplateResult {
  return html`<span class="counts"
    ><span class="plus">+${diff.added}</span> <span class="minus">−${diff.removed}</span></span
  >`;
}
