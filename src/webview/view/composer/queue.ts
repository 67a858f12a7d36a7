import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { QueueItem } from '../../../protocol/observation';
import type { ThreadState } from '../../../protocol/threadState';
import type { OutboxEntry } from '../../composer/outbox';
import { button, iconButton, fieldText } from '../../ui/controls';
import { icon } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';

/** Draws the queued prompts in their order, right above the composer, and below them the prompts that the host has not confirmed yet. */
export function queue(ui: ViewState, state: ThreadState | undefined): unknown {
  const items = state?.queue ?? [];
  const leaving = ui.panel.outbox.entries.filter(
    (entry) => entry.threadId === undefined || entry.threadId === state?.threadId,
  );
  if (items.length === 0 && leaving.length === 0) return nothing;
  return html`<div class="queue">
    ${items.length === 0 ? nothing : list(ui, items, state?.queuePaused === true)}
    ${leaving.map(sendingRow)}
  </div>`;
}

function list(ui: ViewState, items: readonly QueueItem[], paused: boolean): TemplateResult {
  return html`<div role="list" aria-label="Queued prompts">
    ${paused ? pausedQueue(ui) : nothing}
    ${repeat(
      items,
      (item) => item.messageId,
      (item, index) => row(ui, item, items[index - 1], items[index + 1]),
    )}
  </div>`;
}

function pausedQueue(ui: ViewState): TemplateResult {
  return html`<div class="queue-held" role="listitem">
    ${icon('debug-pause')}<span class="queue-text">The queue waits for you.</span>
    ${button({ label: 'Resume', onPress: () => ui.panel.onThread((threadId) => ({ type: 'resume-queue', threadId })) })}
  </div>`;
}

/** It changes places with its neighbours of the same kind only: steering goes first. */
function row(ui: ViewState, item: QueueItem, before?: QueueItem, after?: QueueItem): TemplateResult {
  const { messageId } = item;
  const { panel } = ui;
  const steer = item.delivery === 'steer';
  const move = (by: 1 | -1) =>
    panel.onThread((threadId) => ({ type: 'move-queued', threadId, messageId, by }));
  const pictures =
    item.images.length === 0
      ? ''
      : `${item.images.length} ${item.images.length === 1 ? 'picture' : 'pictures'}`;
  return html`<div class="queue-row" role="listitem">
    ${icon(steer ? 'debug-step-into' : 'arrow-small-right')}
    ${
      ui.editing?.messageId === messageId
        ? editor(ui, item)
        : html`<span class="queue-text" title=${item.text} dir="auto">${item.text}</span>
            ${pictures === '' ? nothing : html`<span class="hint">${pictures}</span>`}
            <span class="queue-more">
              ${iconButton({ label: 'Move up', icon: 'arrow-up', disabled: before?.delivery !== item.delivery, onPress: () => move(-1) })}
              ${iconButton({
                label: 'Move down',
                icon: 'arrow-down',
                disabled: after?.delivery !== item.delivery,
                onPress: () => move(1),
              })}
              ${iconButton({
                label: 'Send now',
                icon: 'play',
                onPress: () =>
                  panel.onThread((threadId) => ({ type: 'send-queued-now', threadId, messageId })),
              })}
            </span>
            <span class="hint">${steer ? 'steer' : before?.delivery === 'enqueue' ? 'then' : 'next'}</span>
            ${iconButton({ label: 'Edit', icon: 'edit', onPress: () => ui.editQueued(item) })}
            ${iconButton({
              label: 'Remove',
              icon: 'close',
              onPress: () => panel.onThread((threadId) => ({ type: 'remove-queued', threadId, messageId })),
            })}`
    }
    ${item.error === undefined ? nothing : html`<span class="queue-error" role="alert">${icon('error')}<span>${item.error}</span></span>`}
  </div>`;
}

function editor(ui: ViewState, item: QueueItem): TemplateResult {
  const save = () => {
    const text = ui.editing?.text ?? item.text;
    ui.editQueued(undefined);
    if (text.trim() === '' || text === item.text) return;
    ui.panel.onThread((threadId) => ({ type: 'edit-queued', threadId, messageId: item.messageId, text }));
  };
  return html`<textarea
      class="field queue-field"
      rows="1"
      aria-label="Queued prompt"
      dir="auto"
      .value=${item.text}
      @input=${(event: Event) => ui.typeQueued(fieldText(event))}
      @keydown=${(event: KeyboardEvent) => {
        if (event.isComposing) return;
        if (event.key === 'Enter' && !event.shiftKey) {
          event.preventDefault();
          save();
        } else if (event.key === 'Escape') {
          event.stopPropagation();
          ui.editQueued(undefined);
        }
      }}
    ></textarea>
    ${iconButton({ label: 'Save', icon: 'check', onPress: save })}
    ${iconButton({ label: 'Leave as it was', icon: 'close', onPress: () => ui.editQueued(undefined) })}`;
}

/** Is outside the list and hidden from assistive technology: the prompt may be in the queue before its receipt has come. */
function sendingRow(entry: OutboxEntry): TemplateResult {
  return html`<div class="queue-row leaving" aria-hidden="true">
    ${icon('loading', 'turning')}<span class="queue-text" dir="auto">${entry.text}</span>
    <span class="hint">sending</span>
  </div>`;
}
