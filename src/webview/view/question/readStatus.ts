import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit-html';
import type { DialogAnswer, DialogRequest } from '../../../protocol/dialog';
import { isAllowing, readableText } from '../../../protocol/questionText';
import { formatNumber } from '../../../protocol/text/plural';
import { maxQuestionCharacters } from '../../text/shownRows';
import type { ViewState } from '../../viewState/viewState';
import { textSize } from './preview';

/** Shorter texts are read at a glance. */
const minCountedLines = 10;

/** Returns whether choices that allow something still wait for the user to see the end of the question. */
export function isUnread(ui: ViewState, request: DialogRequest): boolean {
  const { cards } = ui.panel;
  // A new card takes no answer anyway.
  return cards.of(request.id).armed && !cards.hasRead(request.id, readableText(request));
}

/** Answers from the card, unless the answer allows something whose end the user hasn't seen. */
export function giveAnswer(ui: ViewState, request: DialogRequest, answer: DialogAnswer): void {
  if (isAllowing(request, answer) && !ui.panel.cards.hasRead(request.id, readableText(request))) return;
  void ui.panel.answer(request.id, answer);
}

/** Draws how much of a long question has been on screen, and the way to all of it. */
export function readStatus(ui: ViewState, request: DialogRequest): unknown {
  const { count, isWhole } = textSize(request);
  const unread = (request.kind === 'select' || request.kind === 'confirm') && isUnread(ui, request);
  if (isWhole && count < minCountedLines && !unread) return nothing;
  return html`<div class="read-status" id="read-${request.id}">
    <span class="hint">${statusText(ui, request, count, isWhole)}</span>
    ${unread ? html`<span class="hint">${isWhole ? l10n.t('Scroll to the end to allow.') : l10n.t('Open the full preview to allow.')}</span>` : nothing}
    ${
      isWhole && !unread
        ? nothing
        : html`<button class="text-button" @click=${() => void ui.panel.answering.openWhole(request.id)}>
            ${l10n.t('Open Full Preview')}
          </button>`
    }
  </div>`;
}

function statusText(ui: ViewState, request: DialogRequest, count: number, isWhole: boolean): string {
  const { reading } = ui.panel.cards.of(request.id);
  const text = readableText(request);
  const seen = reading?.text === text ? reading.seen.size : 0;
  if (count === 1)
    return isWhole || text.length <= maxQuestionCharacters
      ? ''
      : l10n.t('One line of {count} characters', { count: formatNumber(text.length) });
  if (seen >= count) return l10n.t('{count} lines', { count: formatNumber(count) });
  return l10n.t('{seen} of {count} lines seen', { seen: formatNumber(seen), count: formatNumber(count) });
}
