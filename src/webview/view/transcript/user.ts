import { html, nothing, type TemplateResult } from 'lit-html';
import type { UserItem } from '../../../protocol/item';
import { imageView } from '../../ui/pieces';

const states = { pending: 'on its way', delivered: '', command: 'command' } as const;

/** A person's words. */
export function user(item: UserItem): TemplateResult {
  const word = states[item.state];
  return html`<article class="item user ${item.state}" aria-label="You" dir="auto">
    <div class="words">${item.text}</div>
    ${
      item.images.length === 0
        ? nothing
        : html`<div class="chips">${item.images.map((image) => imageView(image, 'attached'))}</div>`
    }
    ${word === '' || item.state === 'command' ? nothing : html`<div class="hint">${word}</div>`}
  </article>`;
}
