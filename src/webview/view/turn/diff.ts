import { html, nothing, type TemplateResult } from 'lit-html';
import type { Diff, DiffRow } from '../../text/unifiedDiff';

const signs = { added: '+', removed: '−', same: ' ', gap: '' } as const;

/** The rows of an edit. Past a few hundred the rest is left to the diff editor. */
export function diffRows(diff: Diff): TemplateResult {
  const shown = diff.rows.slice(0, 300);
  const rest = diff.rows.length - shown.length;
  return html`<div class="diff" tabindex="0" role="group" aria-label="Changes" dir="ltr">
    ${shown.map(row)} ${rest > 0 ? html`<div class="diff-row gap">${rest} more lines</div>` : nothing}
  </div>`;
}

/** White space counts in a row, hence one text for each part. */
function row({ kind, line, text }: DiffRow): TemplateResult {
  const number = kind === 'gap' ? '⋯' : `${signs[kind]}${line ?? ''} `;
  return html`<div class="diff-row ${kind}"><span class="diff-line">${number}</span>${text}</div>`;
}

export function diffCounts(diff: Diff): TemplateResult {
  return html`<span class="counts"
    ><span class="plus">+${diff.added}</span> <span class="minus">−${diff.removed}</span></span
  >`;
}
