import { html, nothing, type TemplateResult } from 'lit-html';
import type { SelectRequest } from '../../../protocol/dialog';
import { ansiText, walkRows } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';

/** A select's options as rows: nothing is cut, and the arrows walk over them. */
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
            >${option === '' ? html`<em class="hint">(empty)</em>` : ansiText(option)}${twin(request.options, index)}</span
          >
        </button>`,
    )}
  </div>`;
}

/** Of two options that read the same, the later one says so: to whoever asks they are one. */
function twin(all: readonly string[], index: number): unknown {
  const first = all.indexOf(all[index] ?? '');
  return first === index ? nothing : html` <em class="hint">the same as option ${first + 1}</em>`;
}
