import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import type { DialogRequest } from '../../../protocol/dialog';
import { askerText } from '../../../protocol/questionText';
import { formatNumber } from '../../../protocol/text/plural';
import { formatTimeLeft } from '../../../protocol/text/duration';
import { button } from '../../ui/controls';
import { ticking } from '../../ui/ticking';
import { icon, revealHidden } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';
import { questionText } from './preview';
import { giveAnswer, isUnread, readStatus } from './readStatus';
import { options } from './options';
import { questionnaire } from './questionnaire';
import { textAnswer } from './textAnswer';

/**
 * Draws an open question. A card never takes the focus on its own, and takes no answer in its first moment. The line above
 * the title is Enso's: nothing of an asker is drawn there, and an asker's text has no icons.
 */
export function dialogCard(ui: ViewState, request: DialogRequest): TemplateResult {
  const card = ui.panel.cards.of(request.id);
  // Drawn once, because the rows of a long text cost more than all else.
  const text = guard([request], () => questionText(ui, request));
  return html`<section
    class="item card ${request.fromEnso === true ? 'from-enso' : ''}"
    role="group"
    tabindex="-1"
    aria-labelledby="asker-${request.id} title-${request.id}"
    data-dialog=${request.id}
    data-armed=${card.armed ? 'yes' : 'no'}
    @keydown=${(event: KeyboardEvent) => numberKey(ui, request, event)}
  >
    ${asker(request)} ${text} ${readStatus(ui, request)} ${body(ui, request)}
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

/** The number of options above which the card shows their number. */
const maxOptionsAtOnce = 9;

/** Draws who asks, how many options there are, and how long the question waits. */
function asker(request: DialogRequest): TemplateResult {
  const { expiresAt, fromEnso } = request;
  const count = request.kind === 'select' ? request.options.length : 0;
  const more = count > maxOptionsAtOnce ? [l10n.t('{count} options', { count: formatNumber(count) })] : [];
  const details =
    expiresAt === undefined
      ? more.map((part) => ` · ${part}`).join('')
      : ticking((now) =>
          [...more, l10n.t('{time} left', { time: formatTimeLeft(expiresAt, now) })]
            .map((part) => ` · ${part}`)
            .join(''),
        );
  return html`<p class="asker" dir="auto">
    ${icon(fromEnso === true ? 'shield' : 'question')}<span
      ><span id="asker-${request.id}">${revealHidden(askerText(request))}</span>${details}</span
    >
  </p>`;
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
          disabled: isUnread(ui, request),
          onPress: () => giveAnswer(ui, request, { confirmed: true }),
        })}
        ${button({ label: l10n.t('No'), onPress: () => giveAnswer(ui, request, { confirmed: false }) })}
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
  giveAnswer(ui, request, { value });
}
