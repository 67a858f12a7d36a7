import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { Question, QuestionAnswer, QuestionnaireRequest } from '../../../protocol/dialog';
import { button, checkbox, radioGroup } from '../../ui/controls';
import { visibly } from '../parts';
import type { Ui } from '../ui';
import { fieldKey, valueOf } from './textAnswer';

/** Several questions that are answered as one. */
export function questionnaire(ui: Ui, request: QuestionnaireRequest): TemplateResult {
  const { cards } = ui.panel;
  const given = (question: Question): QuestionAnswer =>
    cards.of(request.id).given.find((answer) => answer.id === question.id) ?? { id: question.id, chosen: [] };
  const answer = () => void ui.panel.answer(request.id, { answers: request.questions.map(given) });
  const give = (next: QuestionAnswer) => cards.give(request.id, next);
  return html`${request.questions.map(
    (question) =>
      html`<fieldset class="question">
          <legend dir="auto">${visibly(question.text)}</legend>
          ${question.many ? many(question, given(question), give) : one(question, given(question), give)}
          ${question.other ? other(question, given(question), give, answer) : nothing}
        </fieldset>`,
  )}
    <div class="buttons">${button({ label: 'Answer', kind: 'primary', onPress: answer })}</div>`;
}

type Give = (answer: QuestionAnswer) => void;

function many(question: Question, given: QuestionAnswer, give: Give): unknown {
  return question.options.map((option) =>
    checkbox({
      label: visibly(option),
      checked: given.chosen.includes(option),
      onChange: (checked) =>
        give({
          ...given,
          chosen: checked ? [...given.chosen, option] : given.chosen.filter((chosen) => chosen !== option),
        }),
    }),
  );
}

/** Options are told apart by their place: two may read the same. */
function one(question: Question, given: QuestionAnswer, give: Give): unknown {
  if (question.options.length === 0) return nothing;
  const at = question.options.findIndex((option) => given.chosen.includes(option));
  return radioGroup({
    label: question.text,
    options: question.options.map((option, index) => ({ value: String(index), label: visibly(option) })),
    value: at < 0 ? undefined : String(at),
    onChange: (value) => {
      const option = question.options[Number(value)];
      // Free text and an option exclude each other where one answer is taken.
      if (option !== undefined && value !== String(at)) give({ id: given.id, chosen: [option] });
    },
  });
}

function other(question: Question, given: QuestionAnswer, give: Give, answer: () => void): TemplateResult {
  const type = (text: string) =>
    give({
      id: given.id,
      chosen: question.many || text === '' ? given.chosen : [],
      ...(text === '' ? {} : { other: text }),
    });
  return html`<textarea
    class="field"
    rows="1"
    placeholder="Other"
    aria-label="Other answer: ${question.text}"
    dir="auto"
    .value=${live(given.other ?? '')}
    @input=${(event: Event) => type(valueOf(event))}
    @keydown=${(event: KeyboardEvent) => fieldKey(event, answer)}
  ></textarea>`;
}
