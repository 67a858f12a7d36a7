import { html, nothing, type TemplateResult } from 'lit-html';
import type { NoticeItem } from '../../../protocol/item';
import { button } from '../../ui/controls';
import { icon, ansiText } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';
import { nextStepLabels } from '../../text/nextSteps';

const icons = { info: 'info', warning: 'warning', error: 'error' } as const;

/** A word of the thread itself: one line, the next step as a button, details folded. */
export function notice(ui: ViewState, item: NoticeItem): TemplateResult {
  const open = ui.unfolded(item.id);
  return html`<div class="item notice ${item.level}" dir="auto">
    ${icon(icons[item.level])}
    <div class="notice-body">
      <span class="notice-text">${ansiText(item.text)}</span>
      ${item.source === undefined ? nothing : html`<span class="hint">${item.source}</span>`}
      ${
        item.detail === undefined
          ? nothing
          : html`<button class="text-button" aria-expanded=${open} @click=${() => ui.toggle(item.id)}>
                ${open ? 'Hide details' : 'Details'}</button
              >${open ? html`<pre class="output" tabindex="0">${ansiText(item.detail)}</pre>` : nothing}`
      }
      ${
        item.next === undefined || item.next.length === 0
          ? nothing
          : html`<div class="buttons">
              ${item.next.map((step) =>
                button({
                  label: nextStepLabels[step],
                  onPress: () => ui.panel.nextStep(step, { itemId: item.id }),
                }),
              )}
            </div>`
      }
    </div>
  </div>`;
}
