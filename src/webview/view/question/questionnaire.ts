import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { Question, QuestionAnswer, QuestionnaireRequest } from '../../../protocol/dialog';
import { button, checkbox, radioGroup, fieldText } from '../../ui/controls';
import { plainText } from '../../../protocol/text/ansiText';
import { ansiText } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';
import { fieldKey } from './textAnswer';

/** Draws several questions that are answered together. */
export function questionnaire(ui: ViewState, request: QuestionnaireRequest): TemplateResult {
  const { cards } = ui.panel;
  // Read at each change, because two changes may come before the next drawing.
  const given = (question: Question) => (): QuestionAnswer =>
    cards.of(request.id).answers.find((answer) => answer.id === question.id) ?? {
      id: question.id,
      chosen: [],
    };
  const answer = () =>
    void ui.panel.answer(request.id, { answers: request.questions.map((question) => given(question)()) });
  const give = (next: QuestionAnswer) => cards.setAnswer(request.id, next);
  return html`${request.questions.map(
    (question) =>
      html`<fieldset class="question">
          <legend dir="auto">${ansiText(question.text)}</legend>
          ${question.many ? many(question, given(question), give) : one(question, given(question), give)}
          ${question.other ? other(question, given(question), give, answer) : nothing}
        </fieldset>`,
  )}
    <div class="buttons">${button({ label: l10n.t({ message: 'Answer', comment: ['Verb: the button that answers a question.'] }), kind: 'primary', onPress: answer })}</div>`;
}

type Given = () => QuestionAnswer;
type Give = (answer: QuestionAnswer) => void;

function many(question: Question, given: Given, give: Give): unknown {
  return question.options.map((option) =>
    checkbox({
      label: ansiText(option),
      checked: given().chosen.includes(option),
      onChange: (checked) =>
        give({
          ...given(),
          chosen: [...given().chosen.filter((chosen) => chosen !== option), ...(checked ? [option] : [])],
        }),
    }),
  );
}

/** Draws one question. Options are identified by index, because two may have the same text. */
function one(question: Question, given: Given, give: Give): unknown {
  if (question.options.length === 0) return nothing;
  const at = question.options.findIndex((option) => given().chosen.includes(option));
  return radioGroup({
    label: plainText(question.text),
    options: question.options.map((option, index) => ({ value: String(index), label: ansiText(option) })),
    value: at < 0 ? undefined : String(at),
    onChange: (value) => {
      const option = question.options[Number(value)];
      // With a single answer, free text and options exclude each other.
      if (option !== undefined && value !== String(at)) give({ id: question.id, chosen: [option] });
    },
  });
}

function other(question: Question, given: Given, give: Give, answer: () => void): TemplateResult {
  const type = (text: string) =>
    give({
      id: question.id,
      chosen: question.many || text === '' ? given().chosen : [],
      ...(text === '' ? {} : { other: text }),
    });
  return html`<textarea
    class="field"
    rows="1"
    placeholder=${l10n.t('Other')}
    aria-label=${l10n.t('Other answer: {question}', { question: plainText(question.text) })}
    dir="auto"
    .value=${live(given().other ?? '')}
    @input=${(event: Event) => type(fieldText(event))}
    @keydown=${(event: KeyboardEvent) => fieldKey(event, answer)}
  ></textarea>`;
}
