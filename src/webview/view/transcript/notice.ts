import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { NoticeItem } from '../../../protocol/item';
import { button } from '../../ui/controls';
import { foldOf, longText } from '../../ui/longText';
import { icon, ansiText } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';
import { nextStepLabel } from '../../text/nextSteps';

/** Longer messages are folded. */
const limits = { lines: 40, characters: 6_000 };

const icons = { info: 'info', warning: 'warning', error: 'error' } as const;

/** Draws a notice: one line, buttons for the next steps, and folded details. */
export function notice(ui: ViewState, item: NoticeItem): TemplateResult {
  const open = ui.unfolded(item.id);
  return html`<div class="item notice ${item.level}" dir="auto">
    ${icon(icons[item.level])}
    <div class="notice-body">
      <span class="notice-text">${longText(ui, foldOf(item, 'text'), item.text, { limits, draw: (part) => ansiText(part, { emoji: true }) })}</span>
      ${item.source === undefined ? nothing : html`<span class="hint">${item.source}</span>`}
      ${
        item.detail === undefined
          ? nothing
          : html`<button class="text-button" aria-expanded=${open} @click=${() => ui.toggle(item.id)}>
                ${open ? l10n.t('Hide Details') : l10n.t('Show Details')}</button
              >${open ? html`<pre class="output" tabindex="0">${longText(ui, foldOf(item, 'output'), item.detail, { draw: (part) => ansiText(part, { emoji: true }) })}</pre>` : nothing}`
      }
      ${
        item.next === undefined || item.next.length === 0
          ? nothing
          : html`<div class="buttons">
              ${item.next.map((step) =>
                button({
                  label: nextStepLabel(step),
                  onPress: () => ui.panel.nextStep(step, { itemId: item.id }),
                }),
              )}
            </div>`
      }
    </div>
  </div>`;
}
