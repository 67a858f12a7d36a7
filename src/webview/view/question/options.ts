import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { SelectRequest } from '../../../protocol/dialog';
import { isAllowing } from '../../../protocol/questionText';
import { formatNumber, plural } from '../../../protocol/text/plural';
import { ansiText, walkRows } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';
import { maxOptionCharacters, shownOptions } from '../../text/shownRows';
import { giveAnswer, isUnread } from './readStatus';

/** Draws a select's options as rows, as many as a card can draw. Arrow keys move between them. */
export function options(ui: ViewState, request: SelectRequest): TemplateResult {
  const shown = shownOptions(request.options);
  const rest = request.options.length - shown.length;
  const isWaiting = isUnread(ui, request);
  return html`<div class="options" @keydown=${(event: KeyboardEvent) => walkRows(event, '.option')}>
      ${shown.map((option, index) => {
        const waits = isWaiting && isAllowing(request, { value: option });
        return html`<button
          class="option"
          dir="auto"
          aria-disabled=${waits ? 'true' : nothing}
          aria-describedby=${waits ? `read-${request.id}` : nothing}
          @click=${() => giveAnswer(ui, request, { value: option })}
        >
          <span class="key ${index < 9 ? '' : 'no-key'}" aria-hidden="true">${index < 9 ? index + 1 : ''}</span>
          <span class="option-text"
            >${option === '' ? html`<em class="hint">${l10n.t('(empty)')}</em>` : optionText(option)}${twin(request.options, index)}</span
          >
        </button>`;
      })}
    </div>
    ${rest === 0 ? nothing : html`<p class="hint more-options">${moreOptions(rest)}</p>`}`;
}

function optionText(option: string): unknown {
  const more = option.length - maxOptionCharacters;
  if (more <= 0) return ansiText(option);
  return html`${ansiText(option.slice(0, maxOptionCharacters).toWellFormed())}
    <em class="hint"
      >${plural(more, {
        one: l10n.t('… 1 more character'),
        other: l10n.t('… {count} more characters', { count: formatNumber(more) }),
      })}</em
    >`;
}

function moreOptions(count: number): string {
  return plural(count, {
    one: l10n.t('1 more option. Answer in Quick Pick to find it.'),
    other: l10n.t('{count} more options. Answer in Quick Pick to find one.', { count: formatNumber(count) }),
  });
}

/** Marks the later of two equal options, because the caller can't distinguish them. */
function twin(all: readonly string[], index: number): unknown {
  const first = all.indexOf(all[index] ?? '');
  return first === index
    ? nothing
    : html` <em class="hint">${l10n.t('Same as option {number}', { number: formatNumber(first + 1) })}</em>`;
}
