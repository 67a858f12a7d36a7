import { html, nothing, type TemplateResult } from 'lit-html';
import type { DialogEnding, DialogRequest } from '../../../protocol/dialog';
import { answerText, endingWords } from '../../../protocol/text/dialogOutcome';
import { icon, styled, visibly } from '../../ui/pieces';
import { questionParts } from './card';

/** A question that is over: what was asked, what was answered, where. */
export function settledQuestion(request: DialogRequest, ending: DialogEnding): TemplateResult {
  const said = ending.answer === undefined ? '' : answerText(ending.answer) || '(empty)';
  // In a chat is where this is read.
  const here = ending.outcome === 'answered' && (ending.from ?? 'card') === 'card';
  const after = here ? '' : endingWords(ending);
  return html`<div class="item settled" dir="auto">
    ${icon(ending.outcome === 'answered' ? 'check' : 'circle-slash')}
    <span>
      ${styled(questionParts(request).title)}${subject(request)}${said === '' ? nothing : html` — <strong>${styled(said)}</strong>`}${
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
