import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Item } from '../../../protocol/item';
import { foldOf, longText } from '../../ui/longText';
import { icon } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';

/** Draws a placeholder for an item that can't be drawn. */
export function undrawable(ui: ViewState, item: Item): TemplateResult {
  const fold = foldOf(item, 'as-text');
  const open = ui.unfolded(fold);
  return html`<div class="item notice error">
    ${icon('error')}
    <div class="notice-body">
      <span class="notice-text">${l10n.t("Couldn't show this part of the conversation.")}</span>
      <button class="text-button" aria-expanded=${open} @click=${() => ui.toggle(fold)}>
        ${open ? l10n.t('Hide Text') : l10n.t('Show as Text')}
      </button>
      ${open ? html`<pre class="output" tabindex="0" dir="auto">${longText(ui, foldOf(item, 'text'), textIn(item))}</pre>` : nothing}
    </div>
  </div>`;
}

/** Returns the item's own text, or all of its fields. */
function textIn(item: Item): string {
  return 'text' in item && typeof item.text === 'string' ? item.text : JSON.stringify(item, undefined, 2);
}
