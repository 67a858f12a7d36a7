import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Item } from '../../../protocol/item';
import type { ThreadState } from '../../../protocol/threadState';
import { boundary } from '../../ui/boundary';
import { button, progressRing } from '../../ui/controls';
import { foldOf, partFolds } from '../../ui/longText';
import type { Chunk } from '../../viewState/chunks';
import { dialogCard } from '../question/card';
import { settledQuestion } from '../question/settled';
import { answer, thinking } from './answer';
import { icon } from '../../ui/pieces';
import { notice } from './notice';
import { tool } from './tool';
import { undrawable } from './undrawable';
import { user } from './user';
import type { ViewState } from '../../viewState/viewState';

/** All items. A stretch in which nothing changed costs one comparison. */
export function transcript(ui: ViewState, state: ThreadState): TemplateResult {
  return html`${
    state.earlier > 0
      ? html`<div class="earlier">
          <button class="text-button" @click=${() => void ui.panel.fetchOlder()}>Show earlier</button>
        </div>`
      : nothing
  }
  ${repeat(
    ui.chunks.of(state.items),
    (chunk) => chunk.key,
    (chunk) =>
      guard(
        [chunk, ui.foldRevision, state.session.thinkingLabel, chunk.asks ? ui.panel.cards.revision : 0],
        () => drawChunk(ui, chunk),
      ),
  )}`;
}

function drawChunk(ui: ViewState, chunk: Chunk): TemplateResult {
  return html`<div class="chunk">
    ${repeat(
      chunk.items,
      (item) => item.id,
      (item) =>
        guard(drawnFrom(ui, item), () =>
          boundary(
            () => drawItem(ui, item),
            () => undrawable(ui, item),
          ),
        ),
    )}
  </div>`;
}

function drawnFrom(ui: ViewState, item: Item): unknown[] {
  if (item.kind === 'dialog' && !item.ending) return [item, ui.panel.cards.of(item.request.id)];
  const label = item.kind === 'thinking' ? ui.panel.store.state?.session.thinkingLabel : undefined;
  const folds = partFolds.map((part) => ui.unfolded(foldOf(item, part)));
  return [item, label, ui.unfolded(item.id), ui.unfolded(item.id, true), ...folds];
}

function drawItem(ui: ViewState, item: Item): TemplateResult {
  switch (item.kind) {
    case 'user':
      return user(item);
    case 'text':
      return answer(ui, item);
    case 'thinking':
      return thinking(ui, item);
    case 'tool':
      return tool(ui, item);
    case 'notice':
      return notice(ui, item);
    case 'dialog':
      return item.ending ? settledQuestion(item.request, item.ending) : dialogCard(ui, item.request);
  }
}

/** In place of a thread that isn't there yet, or that can't be shown. */
export function loading(ui: ViewState): TemplateResult {
  const { problem } = ui.panel;
  if (problem === undefined) return html`<div class="loading">${progressRing('Opening the thread')}</div>`;
  return html`<div class="item notice error" role="alert">
    ${icon('error')}
    <div class="notice-body">
      <span class="notice-text">This thread can’t be shown. ${problem}</span>
      <div class="buttons">
        ${button({ label: 'New Thread', onPress: () => ui.panel.ask({ type: 'new-thread' }) })}
      </div>
    </div>
  </div>`;
}
