import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { UserItem } from '../../../protocol/item';
import { oneLine } from '../../../protocol/text/truncate';
import { foldOf, longText } from '../../ui/longText';
import { imageView } from '../../ui/pieces';
import { promptChanges } from './changes';
import { messageActions, messageContext } from './messageActions';
import type { ViewState } from '../../viewState/viewState';

/** Longer prompts, such as pasted files, are folded. */
const promptLimits = { lines: 40, characters: 6_000 };

/** Draws a message of the user. */
export function user(ui: ViewState, item: UserItem): TemplateResult {
  return html`<article class="item user ${item.state}" aria-label=${l10n.t('You')} dir="auto"
    tabindex="-1" data-item=${item.id} data-vscode-context=${messageContext(item)}>
    <h2 class="unseen" aria-label=${l10n.t('Prompt: {text}', { text: oneLine(item.text).slice(0, 80).toWellFormed() })}></h2>
    <div class="words">${longText(ui, foldOf(item, 'text'), item.text, { limits: promptLimits })}</div>
    ${
      item.images.length === 0
        ? nothing
        : html`<div class="chips">${item.images.map((image) => imageView(image, 'attached'))}</div>`
    }
    ${messageActions(ui, item, false)} ${promptChanges(ui, item)}
    ${item.state === 'pending' ? html`<div class="hint">${l10n.t('Sending…')}</div>` : nothing}
  </article>`;
}
