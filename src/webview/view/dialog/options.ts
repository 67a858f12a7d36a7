import { html, type TemplateResult } from 'lit-html';
import type { SelectRequest } from '../../../protocol/dialog';
import { visibly } from '../parts';
import type { Ui } from '../ui';

/** A select's options as rows: nothing is cut, and the arrows walk over them. */
export function options(ui: Ui, request: SelectRequest): TemplateResult {
  return html`<div class="options" @keydown=${walk}>
    ${request.options.map(
      (option, index) =>
        html`<button
          class="option"
          dir="auto"
          @click=${() => void ui.panel.answer(request.id, { value: option })}
        >
          <span class="key ${index < 9 ? '' : 'no-key'}" aria-hidden="true">${index < 9 ? index + 1 : ''}</span>
          <span class="option-text"
            >${option === '' ? html`<em class="hint">(empty)</em>` : visibly(option)}</span
          >
        </button>`,
    )}
  </div>`;
}

function walk(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.currentTarget instanceof HTMLElement) || !(event.target instanceof HTMLElement))
    return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.option')];
  const at = rows.findIndex((row) => row.contains(event.target as Node));
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
}
