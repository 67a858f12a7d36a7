import { html, nothing, type TemplateResult } from 'lit-html';
import { revealHidden } from './pieces';
import type { Diff, DiffRow } from '../text/unifiedDiff';

const signs = { added: '+', removed: '−', same: ' ', gap: '', remark: '' } as const;

/** The rows of an edit. Past `most` the rest is left to the diff editor. */
export function diffRows(diff: Diff, most = 300): TemplateResult {
  const shown = diff.rows.slice(0, most);
  const rest = diff.rows.length - shown.length;
  return html`<div class="diff" tabindex="0" role="group" aria-label="Changes" dir="ltr">
    ${shown.map(row)} ${rest > 0 ? html`<div class="diff-row gap">${rest} more lines</div>` : nothing}
  </div>`;
}

/** White space counts in a row, hence one text for each part. */
function row({ kind, line, text }: DiffRow): TemplateResult {
  const number = kind === 'gap' ? '⋯' : `${signs[kind]}${line ?? ''} `;
  return html`<div class="diff-row ${kind}"><span class="diff-line">${number}</span>${revealHidden(text)}</div>`;
}

export function diffCounts(diff: Diff): TemplateResult {
  return html`<span class="counts"
    ><span class="plus">+${diff.added}</span> <span class="minus">−${diff.removed}</span></span
  >`;
}
