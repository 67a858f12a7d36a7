import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { formatNumber, plural } from '../../protocol/text/plural';
import { revealHidden } from './pieces';
import type { Diff, DiffRow } from '../text/unifiedDiff';

const signs = { added: '+', removed: '−', same: ' ', gap: '', remark: '' } as const;

/** Draws at most `maxRows` rows of an edit. The diff editor shows the rest. */
export function diffRows(diff: Diff, maxRows = 300): TemplateResult {
  const shown = diff.rows.slice(0, maxRows);
  const rest = diff.rowCount - shown.length;
  return diffBox(html`${shown.map((one) => diffRow(one, maxRowCharacters))}
    ${rest > 0 ? html`<div class="diff-row gap">${moreLines(rest)}</div>` : nothing}`);
}

/** Draws the box around the rows of a diff. */
export function diffBox(rows: unknown): TemplateResult {
  return html`<div class="diff" tabindex="0" role="group" aria-label=${l10n.t('Changes')} dir="ltr">${rows}</div>`;
}

const maxRowCharacters = 2000;

/**
 * Draws a row with at most `maxCharacters` of its text. White space counts in a row, so the template has none.
 * @param end is drawn behind the text
 */
export function diffRow(
  { kind, line, text }: DiffRow,
  maxCharacters: number,
  end: unknown = nothing,
): TemplateResult {
  const number = kind === 'gap' ? '⋯' : `${signs[kind]}${line ?? ''} `;
  const cut = text.slice(0, maxCharacters).toWellFormed();
  const more = text.length - cut.length;
  return html`<div class="diff-row ${kind}"><span class="diff-line">${number}</span>${revealHidden(cut)}${
    more === 0
      ? nothing
      : html`<span class="hint">
          ${plural(more, {
            one: l10n.t('… 1 more character'),
            other: l10n.t('… {count} more characters', { count: formatNumber(more) }),
          })}</span
        >`
  }${end}</div>`;
}

function moreLines(count: number): string {
  return plural(count, {
    one: l10n.t('1 more line'),
    other: l10n.t('{count} more lines', { count: formatNumber(count) }),
  });
}

export function diffCounts(diff: Diff): TemplateResult {
  return html`<span class="counts"
    ><span class="plus">+${diff.added}</span> <span class="minus">−${diff.removed}</span></span
  >`;
}
