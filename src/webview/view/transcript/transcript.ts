import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Item } from '../../../protocol/item';
import type { ThreadState } from '../../../protocol/threadState';
import { boundary } from '../../ui/boundary';
import { button, progressRing } from '../../ui/controls';
import { foldOf, partFolds } from '../../ui/longText';
import type { Chunk } from '../../viewState/chunks';
import { groupCalls, type CallGroup } from '../../viewState/callGroups';
import { callSummary } from '../../text/callSummary';
import { dialogCard } from '../question/card';
import { settledQuestion } from '../question/settled';
import { answer, thinking } from './answer';
import { fold, icon } from '../../ui/pieces';
import { isUndone } from './changes';
import { notice } from './notice';
import { tool } from './tool';
import { isLastAnswer } from './messageActions';
import { undrawable } from './undrawable';
import { user } from './user';
import type { ViewState } from '../../viewState/viewState';

/** Draws all items. A chunk in which nothing changed costs one comparison. */
export function transcript(ui: ViewState, state: ThreadState): TemplateResult {
  const chunks = ui.chunks.of(state.items);
  const last = chunks.at(-1);
  return html`${
    state.earlier > 0
      ? html`<div class="earlier">
          <button class="text-button" @click=${() => void ui.panel.fetchOlder()}>${l10n.t('Show Earlier Messages')}</button>
        </div>`
      : nothing
  }
  ${repeat(
    chunks,
    (chunk) => chunk.key,
    (chunk) =>
      guard(
        [
          chunk,
          ui.foldRevision,
          ui.panel.settings,
          state.session.thinkingLabel,
          state.undone,
          chunk === last && !ui.panel.busy,
          chunk.asks ? ui.panel.cards.revision : 0,
        ],
        () => drawChunk(ui, chunk),
      ),
  )}`;
}

function drawChunk(ui: ViewState, chunk: Chunk): TemplateResult {
  return html`<div class="chunk">
    ${repeat(
      groupCalls(chunk.items),
      (entry) => entry.id,
      (entry) => (entry.kind === 'calls' ? drawCalls(ui, entry) : drawGuarded(ui, entry)),
    )}
  </div>`;
}

/** Draws many calls as one line that unfolds. A group with a call that the user has unfolded begins unfolded. */
function drawCalls(ui: ViewState, group: CallGroup): TemplateResult {
  const byDefault = group.calls.some(({ id }) => ui.unfolded(id));
  const open = ui.unfolded(group.id, byDefault);
  const failed = group.calls.some(({ state }) => state === 'failed');
  return html`<div class="item tool calls">
    <button class="line" aria-expanded=${open} @click=${() => ui.toggle(group.id, byDefault)}>
      ${fold(open)}${icon(failed ? 'warning' : 'check', 'mark')}<span class="verb">${callSummary(group.calls)}</span>
    </button>
    ${open ? html`<div class="calls-body">${group.items.map((item) => drawGuarded(ui, item))}</div>` : nothing}
  </div>`;
}

function drawGuarded(ui: ViewState, item: Item): unknown {
  return guard(drawnFrom(ui, item), () =>
    boundary(
      () => drawItem(ui, item),
      () => undrawable(ui, item),
    ),
  );
}

function drawnFrom(ui: ViewState, item: Item): unknown[] {
  if (item.kind === 'dialog' && !item.ending) return [item, ui.panel.cards.of(item.request.id)];
  const label = item.kind === 'thinking' ? ui.panel.store.state?.session.thinkingLabel : undefined;
  const isLast = item.kind === 'text' && !ui.panel.busy && isLastAnswer(ui, item);
  const folds = partFolds.map((part) => ui.unfolded(foldOf(item, part)));
  const undone = (item.kind === 'user' || item.kind === 'tool') && isUndone(ui, item);
  return [
    item,
    label,
    undone,
    isLast,
    ui.panel.settings,
    ui.unfolded(item.id),
    ui.unfolded(item.id, true),
    ...folds,
  ];
}

function drawItem(ui: ViewState, item: Item): TemplateResult | typeof nothing {
  switch (item.kind) {
    case 'user':
      return user(ui, item);
    case 'text':
      return answer(ui, item);
    case 'thinking':
      return thinking(ui, item);
    case 'tool':
      return tool(ui, item);
    case 'notice':
      return notice(ui, item);
    case 'dialog':
      if (item.ending === undefined) return dialogCard(ui, item.request);
      return item.toolItemId === undefined ? settledQuestion(item.request, item.ending) : nothing;
  }
}

/** Draws the placeholder of a thread that is still loading or couldn't be opened. */
export function loading(ui: ViewState): TemplateResult {
  const { problem } = ui.panel;
  if (problem === undefined)
    return html`<div class="loading">${progressRing(l10n.t('Opening the thread'))}</div>`;
  return html`<div class="item notice error" role="alert">
    ${icon('error')}
    <div class="notice-body">
      <span class="notice-text">${l10n.t("Couldn't open this thread.")} ${problem}</span>
      <div class="buttons">
        ${button({ label: l10n.t('New Thread'), onPress: () => ui.panel.ask({ type: 'new-thread' }) })}
      </div>
    </div>
  </div>`;
}
