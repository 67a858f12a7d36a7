import { html, nothing, type TemplateResult } from 'lit-html';
import type { NextStep, NoticeItem } from '../../../protocol/item';
import { button } from '../../ui/controls';
import { icon, styled } from '../parts';
import type { Ui } from '../ui';

const icons = { info: 'info', warning: 'warning', error: 'error' } as const;

export const nextStepLabels: Readonly<Record<NextStep, string>> = {
  'choose-model': 'Choose Model',
  'set-key': 'Set API Key',
  'show-log': 'Show Log',
  retry: 'Try Again',
  'new-thread': 'New Thread',
  compact: 'Compact',
  'send-queued': 'Send Queued',
  'trust-workspace': 'Trust Workspace',
  'end-process': 'End It',
  'end-processes': 'End Them',
};

/** A word of the thread itself: one line, the next step as a button, details folded. */
export function notice(ui: Ui, item: NoticeItem): TemplateResult {
  const open = ui.unfolded(item.id);
  return html`<div class="item notice ${item.level}" dir="auto">
    ${icon(icons[item.level])}
    <div class="notice-body">
      <span class="notice-text">${styled(item.text)}</span>
      ${item.source === undefined ? nothing : html`<span class="hint">${item.source}</span>`}
      ${
        item.detail === undefined
          ? nothing
          : html`<button class="text-button" aria-expanded=${open} @click=${() => ui.toggle(item.id)}>
                ${open ? 'Hide details' : 'Details'}</button
              >${open ? html`<pre class="output" tabindex="0">${styled(item.detail)}</pre>` : nothing}`
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
