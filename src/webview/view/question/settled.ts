import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { DialogEnding, DialogRequest } from '../../../protocol/dialog';
import { answerText, outcomeText } from '../../../protocol/dialogOutcome';
import { questionParts } from '../../../protocol/questionText';
import { oneLine } from '../../../protocol/text/truncate';
import { icon, ansiText, revealHidden } from '../../ui/pieces';

/** Draws a settled question without a tool call: the question, the answer and its place. */
export function settledQuestion(request: DialogRequest, ending: DialogEnding): TemplateResult {
  const answer = ending.answer === undefined ? '' : answerText(ending.answer) || l10n.t('(empty)');
  // An answer in a chat needs no place.
  const here = ending.outcome === 'answered' && (ending.from ?? 'card') === 'card';
  const after = here ? '' : outcomeText(ending);
  return html`<div class="item settled" dir="auto">
    ${icon(ending.outcome === 'answered' ? 'check' : 'circle-slash')}
    <span>
      ${ansiText(questionParts(request).title)}${subject(request)}${answer === '' ? nothing : html` — <strong>${ansiText(answer)}</strong>`}${
        after === '' ? nothing : html` · ${after}`
      }
    </span>
  </div>`;
}

/** Draws the preview's path or text on one line. */
function subject(request: DialogRequest): unknown {
  if (request.kind !== 'select' || request.preview === undefined) return nothing;
  const { path, text } = request.preview;
  return html` <code>${revealHidden(oneLine(path ?? text, 80))}</code>`;
}
