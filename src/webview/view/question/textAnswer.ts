import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { EditorRequest, InputRequest } from '../../../protocol/dialog';
import { plainText } from '../../../protocol/text/ansiText';
import { button, fieldText } from '../../ui/controls';
import type { ViewState } from '../../viewState/viewState';

/** Draws a text field. Enter submits, Shift+Enter adds a line, Escape leaves the field and keeps the text. */
export function textAnswer(ui: ViewState, request: InputRequest | EditorRequest): TemplateResult {
  const { cards } = ui.panel;
  const start = request.kind === 'editor' ? (request.prefill ?? '') : '';
  const text = () => cards.of(request.id).text ?? start;
  const answer = () => void ui.panel.answer(request.id, { value: text() });
  return html`<textarea
      class="field ${request.kind}"
      rows=${request.kind === 'editor' ? 4 : 1}
      aria-labelledby="title-${request.id}"
      placeholder=${request.kind === 'input' ? plainText(request.placeholder ?? '') : ''}
      dir="auto"
      .value=${live(text())}
      @input=${(event: Event) => cards.setText(request.id, fieldText(event))}
      @keydown=${(event: KeyboardEvent) => fieldKey(event, answer)}
    ></textarea>
    <div class="buttons">${button({ label: l10n.t({ message: 'Answer', comment: ['Verb: the button that answers a question.'] }), kind: 'primary', onPress: answer })}</div>`;
}

/** Handles the keys of a text field in a card. */
export function fieldKey(event: KeyboardEvent, answer: () => void): void {
  if (event.isComposing) return;
  if (event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault();
    answer();
  } else if (event.key === 'Escape' && event.target instanceof HTMLElement) {
    event.stopPropagation();
    event.target.blur();
  }
}
