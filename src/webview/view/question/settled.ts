import { html, nothing, type TemplateResult } from 'lit-html';
import type { DialogEnding, DialogRequest } from '../../../protocol/dialog';
import { answerText, outcomeText } from '../../../protocol/dialogOutcome';
import { oneLine } from '../../../protocol/text/truncate';
import { icon, ansiText, revealHidden } from '../../ui/pieces';
import { questionParts } from './card';

/** A question that is over: what was asked, what was answered, where. */
export function settledQuestion(request: DialogRequest, ending: DialogEnding): TemplateResult {
  const said = ending.answer === undefined ? '' : answerText(ending.answer) || '(empty)';
  // In a chat is where this is read.
  const here = ending.outcome === 'answered' && (ending.from ?? 'card') === 'card';
  const after = here ? '' : outcomeText(ending);
  return html`<div class="item settled" dir="auto">
    ${icon(ending.outcome === 'answered' ? 'check' : 'circle-slash')}
    <span>
      ${ansiText(questionParts(request).title)}${subject(request)}${said === '' ? nothing : html` — <strong>${ansiText(said)}</strong>`}${
        after === '' ? nothing : html` · ${after}`
      }
    </span>
  </div>`;
}

/** What it was about, on one line. */
function subject(request: DialogRequest): unknown {
  if (request.kind !== 'select' || request.preview === undefined) return nothing;
  const { path, text } = request.preview;
  return html` <code>${revealHidden(oneLine(path ?? text, 80))}</code>`;
}
