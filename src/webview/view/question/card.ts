import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { DialogRequest } from '../../../protocol/dialog';
import { formatNumber } from '../../../protocol/text/plural';
import { formatTimeLeft } from '../../../protocol/text/duration';
import { button } from '../../ui/controls';
import { ticking } from '../../ui/ticking';
import { icon, ansiText } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';
import { preview } from './preview';
import { options } from './options';
import { questionnaire } from './questionnaire';
import { textAnswer } from './textAnswer';

/** Draws an open question. A card never takes the focus on its own, and takes no answer in its first moment. */
export function dialogCard(ui: ViewState, request: DialogRequest): TemplateResult {
  const card = ui.panel.cards.of(request.id);
  const { title, about } = questionParts(request);
  return html`<section
    class="item card"
    role="group"
    tabindex="-1"
    aria-labelledby="title-${request.id}"
    data-dialog=${request.id}
    data-armed=${card.armed ? 'yes' : 'no'}
    @keydown=${(event: KeyboardEvent) => numberKey(ui, request, event)}
  >
    <h2 id="title-${request.id}" class="card-title" dir="auto">${ansiText(title)}</h2>
    ${about === '' ? nothing : html`<pre class="about" dir="auto" tabindex="0">${ansiText(about)}</pre>`}
    ${request.kind === 'select' && request.preview !== undefined ? preview(request.preview) : nothing}
    ${asker(request)} ${body(ui, request)}
    ${card.refusal === undefined ? nothing : html`<p class="refusal" role="alert">${icon('error')}<span>${card.refusal}</span></p>`}
    <div class="card-foot">
      <button class="text-button" @click=${() => void ui.panel.answering.openNatively(request.id)}>
        ${nativeLabel(request.kind)}
      </button>
      <button class="text-button quiet" @click=${() => void ui.panel.answering.cancel(request.id)}>
        ${l10n.t('Cancel Question')}
      </button>
    </div>
  </section>`;
}

/** Longer lists tell their length. */
const maxOptionsAtOnce = 9;

function asker(request: DialogRequest): unknown {
  const { askedBy, expiresAt } = request;
  const count = request.kind === 'select' ? request.options.length : 0;
  const parts = [
    ...(askedBy === undefined ? [] : [askerText(askedBy)]),
    ...(count > maxOptionsAtOnce ? [l10n.t('{count} options', { count: formatNumber(count) })] : []),
  ];
  if (parts.length === 0 && expiresAt === undefined) return nothing;
  const text =
    expiresAt === undefined
      ? parts.join(' · ')
      : ticking((now) =>
          [...parts, l10n.t('{time} left', { time: formatTimeLeft(expiresAt, now) })].join(' · '),
        );
  return html`<p class="hint">${text}</p>`;
}

function askerText(name: string): string {
  return name === 'ask_user' ? l10n.t('from pi') : l10n.t('from {name}', { name });
}

function nativeLabel(kind: DialogRequest['kind']): string {
  switch (kind) {
    case 'select':
    case 'confirm':
    case 'questionnaire':
      return l10n.t('Answer in Quick Pick');
    case 'input':
      return l10n.t('Answer in Input Box');
    case 'editor':
      return l10n.t('Open in Editor');
  }
}

function body(ui: ViewState, request: DialogRequest): unknown {
  switch (request.kind) {
    case 'select':
      return options(ui, request);
    case 'confirm':
      return html`<div class="buttons">
        ${button({
          label: l10n.t('Yes'),
          kind: 'primary',
          onPress: () => void ui.panel.answer(request.id, { confirmed: true }),
        })}
        ${button({ label: l10n.t('No'), onPress: () => void ui.panel.answer(request.id, { confirmed: false }) })}
      </div>`;
    case 'input':
    case 'editor':
      return textAnswer(ui, request);
    case 'questionnaire':
      return questionnaire(ui, request);
  }
}

/** Answers with an option by the keys 1 to 9, while the focus is on the card but not in a text field. */
function numberKey(ui: ViewState, request: DialogRequest, event: KeyboardEvent): void {
  if (request.kind !== 'select' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (event.target instanceof HTMLTextAreaElement || !/^[1-9]$/.test(event.key)) return;
  const value = request.options[Number(event.key) - 1];
  if (value === undefined) return;
  event.preventDefault();
  void ui.panel.answer(request.id, { value });
}

/**
 * Returns the question and its details. Askers put details below the question: in a confirm's message, or in further
 * lines of the title.
 */
export function questionParts(request: DialogRequest): { readonly title: string; readonly about: string } {
  const [, title = '', below = ''] = /^\s*([^\n]*)\n*([^]*)$/.exec(request.title) ?? [];
  const message = request.kind === 'confirm' ? request.message : '';
  return { title, about: [below.trimEnd(), message].filter((part) => part !== '').join('\n\n') };
}
