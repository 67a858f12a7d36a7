import { html, nothing, type TemplateResult } from 'lit-html';
import type {
  DialogAnswer,
  DialogEnding,
  DialogOutcome,
  DialogRequest,
  Surface,
} from '../../../protocol/dialog';
import { icon, visibly } from '../parts';
import { questionParts } from './questionParts';

const places: Readonly<Record<Surface, string>> = {
  card: '',
  'quick-pick': 'answered in Quick Pick',
  'input-box': 'answered in Input Box',
  'editor-tab': 'answered in an editor',
};

const endings: Readonly<Record<DialogOutcome, string>> = {
  answered: '',
  cancelled: 'cancelled',
  'timed-out': 'timed out',
  signalled: 'withdrawn by whoever asked',
  aborted: 'stopped',
  disposed: 'ended with its thread',
};

/** A question that is over: what was asked, what was answered, where. */
export function settledQuestion(request: DialogRequest, ending: DialogEnding): TemplateResult {
  const said = ending.answer === undefined ? '' : answerText(ending.answer);
  const after = ending.outcome === 'answered' ? places[ending.from ?? 'card'] : endings[ending.outcome];
  return html`<div class="item settled" dir="auto">
    ${icon(ending.outcome === 'answered' ? 'check' : 'circle-slash')}
    <span>
      ${visibly(questionParts(request).title)}${subject(request)}${said === '' ? nothing : html` — <strong>${visibly(said)}</strong>`}${
        after === '' ? nothing : html` · ${after}`
      }
    </span>
  </div>`;
}

/** What it was about, on one line. */
function subject(request: DialogRequest): unknown {
  if (request.kind !== 'select' || request.matter === undefined) return nothing;
  const { path, text } = request.matter;
  const line = (path ?? text).replace(/\s+/g, ' ').trim();
  return html` <code>${visibly(line.length > 80 ? `${line.slice(0, 80)}…` : line)}</code>`;
}

function answerText(answer: DialogAnswer): string {
  if ('confirmed' in answer) return answer.confirmed ? 'Yes' : 'No';
  if ('value' in answer) return answer.value;
  return answer.answers
    .map(({ chosen, other }) =>
      [...chosen, ...(other === undefined || other === '' ? [] : [other])].join(', '),
    )
    .join('; ');
}
