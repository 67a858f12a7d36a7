import { html, nothing, type TemplateResult } from 'lit-html';
import type { OmittedToasts, ShownToast } from '../panel/toasts';
import { icon, ansiText } from '../ui/pieces';
import type { ViewState } from '../viewState/viewState';

export function toasts(ui: ViewState): unknown {
  const { shown, omittedToasts } = ui.panel.toasts;
  return html`<div class="toasts" role="status">
    ${shown.map(({ id, level, text, times }) =>
      toast(level, `${text}${times > 1 ? ` (${times} times)` : ''}`, () => ui.panel.toasts.dismiss(id)),
    )}
    ${
      omittedToasts === undefined
        ? nothing
        : toast(omittedToasts.errors > 0 ? 'error' : 'info', omittedText(omittedToasts), () =>
            ui.panel.toasts.dismissOmitted(),
          )
    }
  </div>`;
}

function toast(level: ShownToast['level'], text: string, dismiss: () => void): TemplateResult {
  return html`<div class="toast ${level}" dir="auto">
    ${icon(level)}<span class="toast-text">${ansiText(text)}</span
    ><button class="icon-button codicon codicon-close" aria-label="Dismiss" @click=${dismiss}></button>
  </div>`;
}

function omittedText({ count, errors, from }: OmittedToasts): string {
  const of = errors === 0 ? '' : errors === 1 ? ', 1 error among them' : `, ${errors} errors among them`;
  return `And ${count} more${from.length === 0 ? '' : ` from ${from.join(', ')}`}${of}.`;
}
