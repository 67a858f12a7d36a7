import { html, nothing, type TemplateResult } from 'lit-html';
import type { DialogRequest } from '../../../protocol/dialog';
import { formatTimeLeft } from '../../../protocol/text/duration';
import { button } from '../../ui/controls';
import { ticking } from '../../ui/ticking';
import { icon, ansiText } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';
import { preview } from './preview';
import { options } from './options';
import { questionnaire } from './questionnaire';
import { textAnswer } from './textAnswer';

const natively: Readonly<Record<DialogRequest['kind'], string>> = {
  select: 'Answer in Quick Pick',
  confirm: 'Answer in Quick Pick',
  questionnaire: 'Answer in Quick Pick',
  input: 'Answer in Input Box',
  editor: 'Open in Editor',
};

/** An open question. It never takes the focus by itself, and takes no answer before it has been there a moment. */
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
        ${natively[request.kind]}
      </button>
      <button class="text-button quiet" @click=${() => void ui.panel.answering.cancel(request.id)}>
        Cancel question
      </button>
    </div>
  </section>`;
}

/** More than these are not seen at one glance. */
const fewOptions = 9;

function asker(request: DialogRequest): unknown {
  const { askedBy, expiresAt } = request;
  const count = request.kind === 'select' ? request.options.length : 0;
  const said = [
    ...(askedBy === undefined ? [] : [`asked by ${askedBy}`]),
    ...(count > fewOptions ? [`${count} options`] : []),
  ];
  if (said.length === 0 && expiresAt === undefined) return nothing;
  const rest =
    expiresAt === undefined
      ? said.join(' · ')
      : ticking((now) => [...said, `${formatTimeLeft(expiresAt, now)} left`].join(' · '));
  return html`<p class="hint">${rest}</p>`;
}

function body(ui: ViewState, request: DialogRequest): unknown {
  switch (request.kind) {
    case 'select':
      return options(ui, request);
    case 'confirm':
      return html`<div class="buttons">
        ${button({
          label: 'Yes',
          kind: 'primary',
          onPress: () => void ui.panel.answer(request.id, { confirmed: true }),
        })}
        ${button({ label: 'No', onPress: () => void ui.panel.answer(request.id, { confirmed: false }) })}
      </div>`;
    case 'input':
    case 'editor':
      return textAnswer(ui, request);
    case 'questionnaire':
      return questionnaire(ui, request);
  }
}

/** 1 to 9 take an option, while the focus is on the card but not in a text. */
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
 * The question itself, and what it is about. Askers put what is to be approved below the question: in a confirm's
 * message, or in the title's further lines.
 */
export function questionParts(request: DialogRequest): { readonly title: string; readonly about: string } {
  const [, title = '', below = ''] = /^\s*([^\n]*)\n*([^]*)$/.exec(request.title) ?? [];
  const message = request.kind === 'confirm' ? request.message : '';
  return { title, about: [below.trimEnd(), message].filter((part) => part !== '').join('\n\n') };
}
