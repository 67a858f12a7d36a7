import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { SelectRequest } from '../../../protocol/dialog';
import { formatNumber } from '../../../protocol/text/plural';
import { ansiText, walkRows } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';

/** Draws a select's options as rows. No option is cut, and arrow keys move between them. */
export function options(ui: ViewState, request: SelectRequest): TemplateResult {
  return html`<div class="options" @keydown=${(event: KeyboardEvent) => walkRows(event, '.option')}>
    ${request.options.map(
      (option, index) =>
        html`<button
          class="option"
          dir="auto"
          @click=${() => void ui.panel.answer(request.id, { value: option })}
        >
          <span class="key ${index < 9 ? '' : 'no-key'}" aria-hidden="true">${index < 9 ? index + 1 : ''}</span>
          <span class="option-text"
            >${option === '' ? html`<em class="hint">${l10n.t('(empty)')}</em>` : ansiText(option)}${twin(request.options, index)}</span
          >
        </button>`,
    )}
  </div>`;
}

/** Marks the later of two equal options: the asker can't tell them apart. */
function twin(all: readonly string[], index: number): unknown {
  const first = all.indexOf(all[index] ?? '');
  return first === index
    ? nothing
    : html` <em class="hint">${l10n.t('Same as option {number}', { number: formatNumber(first + 1) })}</em>`;
}
