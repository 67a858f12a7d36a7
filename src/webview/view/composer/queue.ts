import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { QueueItem } from '../../../protocol/observation';
import type { ThreadState } from '../../../protocol/threadState';
import { formatNumber, plural } from '../../../protocol/text/plural';
import type { OutboxEntry } from '../../composer/outbox';
import { button, iconButton, fieldText } from '../../ui/controls';
import { icon } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';

/**
 * Draws the queued prompts in order, right above the composer, followed by the prompts that the host hasn't confirmed.
 */
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
  return html`<div role="list" aria-label=${l10n.t('Queued messages')}>
    ${paused ? pausedQueue(ui) : nothing}
    ${repeat(
      items,
      (item) => item.messageId,
      (item, index) => row(ui, item, items[index - 1], items[index + 1]),
    )}
  </div>`;
}

function pausedQueue(ui: ViewState): TemplateResult {
  return html`<div class="queue-paused" role="listitem">
    ${icon('debug-pause')}<span class="queue-text">${l10n.t('Queue paused')}</span>
    ${button({ label: l10n.t('Resume Queue'), onPress: () => ui.panel.onThread((threadId) => ({ type: 'resume-queue', threadId })) })}
  </div>`;
}

/** Draws a queued message. Messages move only among their kind, because steering messages come first. */
function row(ui: ViewState, item: QueueItem, before?: QueueItem, after?: QueueItem): TemplateResult {
  const { messageId } = item;
  const { panel } = ui;
  const steer = item.delivery === 'steer';
  const move = (by: 1 | -1) =>
    panel.onThread((threadId) => ({ type: 'move-queued', threadId, messageId, by }));
  const images = imagesText(item.images.length);
  return html`<div class="queue-row" role="listitem">
    ${icon(steer ? 'debug-step-into' : 'arrow-small-right')}
    ${
      ui.editing?.messageId === messageId
        ? editor(ui, item)
        : html`<span class="queue-text" title=${item.text} dir="auto">${item.text}</span>
            ${images === '' ? nothing : html`<span class="hint">${images}</span>`}
            <span class="queue-more">
              ${iconButton({ label: l10n.t('Move Up'), icon: 'arrow-up', disabled: before?.delivery !== item.delivery, onPress: () => move(-1) })}
              ${iconButton({
                label: l10n.t('Move Down'),
                icon: 'arrow-down',
                disabled: after?.delivery !== item.delivery,
                onPress: () => move(1),
              })}
              ${iconButton({
                label: l10n.t('Send Now'),
                icon: 'play',
                onPress: () =>
                  panel.onThread((threadId) => ({ type: 'send-queued-now', threadId, messageId })),
              })}
            </span>
            <span class="hint">${placeText(item, before)}</span>
            ${iconButton({ label: l10n.t('Edit'), icon: 'edit', onPress: () => ui.editQueued(item) })}
            ${iconButton({
              label: l10n.t('Remove from Queue'),
              icon: 'close',
              onPress: () => panel.onThread((threadId) => ({ type: 'remove-queued', threadId, messageId })),
            })}`
    }
    ${item.error === undefined ? nothing : html`<span class="queue-error" role="alert">${icon('error')}<span>${item.error}</span></span>`}
  </div>`;
}

function placeText({ delivery }: QueueItem, before: QueueItem | undefined): string {
  if (delivery === 'steer') return l10n.t('steering');
  return before?.delivery === 'enqueue' ? l10n.t('queued') : l10n.t('next');
}

function imagesText(count: number): string {
  if (count === 0) return '';
  return plural(count, {
    one: l10n.t('1 image'),
    other: l10n.t('{count} images', { count: formatNumber(count) }),
  });
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
      aria-label=${l10n.t('Queued message')}
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
    ${iconButton({ label: l10n.t('Save'), icon: 'check', onPress: save })}
    ${iconButton({ label: l10n.t('Discard Changes'), icon: 'close', onPress: () => ui.editQueued(undefined) })}`;
}

/**
 * Draws an unconfirmed prompt outside the list, hidden from assistive technology, because the queue may already have
 * it.
 */
function sendingRow(entry: OutboxEntry): TemplateResult {
  return html`<div class="queue-row leaving" aria-hidden="true">
    ${icon('loading', 'turning')}<span class="queue-text" dir="auto">${entry.text}</span>
    <span class="hint">${l10n.t('Sending…')}</span>
  </div>`;
}
