import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { FileChange, ToolItem, UserItem } from '../../../protocol/item';
import { formatNumber, plural } from '../../../protocol/text/plural';
import type { ViewState } from '../../viewState/viewState';

/** Returns the ids of an item's changes; none for an item that changed nothing. */
export function changeIdsOf(item: UserItem | ToolItem): readonly string[] {
  if (item.kind === 'user') return item.changes?.ids ?? [];
  return item.change === undefined ? [] : [item.change.id];
}

/** Returns whether the user has undone all changes of an item. Both lists are short unless very much was undone. */
export function isUndone(ui: ViewState, item: UserItem | ToolItem): boolean {
  const undone = ui.panel.store.state?.undone ?? [];
  const ids = changeIdsOf(item);
  return ids.length > 0 && undone.length > 0 && ids.every((id) => undone.includes(id));
}

/** Draws what a prompt changed: "3 files, +40 −12", with its actions. */
export function promptChanges(ui: ViewState, item: UserItem): TemplateResult | typeof nothing {
  const { changes } = item;
  if (changes === undefined) return nothing;
  const count = changes.files.length + (changes.more ?? 0);
  const files = plural(count, {
    one: l10n.t('1 file'),
    other: l10n.t('{count} files', { count: formatNumber(count) }),
  });
  return html`<div class="changes" role="group" aria-label=${l10n.t('Changes')}>
    <span class="changed-files" title=${changes.files.map(({ path }) => path).join('\n')}>${files}</span>
    ${lineCounts(changes.files)} ${isUndone(ui, item) ? html`<span class="hint">${l10n.t('Undone')}</span>` : nothing}
    <span class="change-buttons">
      <button
        class="text-button"
        @click=${() => ui.panel.onThread((threadId) => ({ type: 'review-changes', threadId, itemId: item.id }))}
      >
        ${l10n.t('Review Changes')}
      </button>
      ${undoButton(ui, item)}
      <button
        class="text-button"
        title=${l10n.t('Undo this and all later changes in this thread')}
        @click=${() =>
          ui.panel.onThread((threadId) => ({
            type: 'undo-changes',
            threadId,
            itemId: item.id,
            kind: 'undo',
            since: true,
          }))}
      >
        ${l10n.t('Undo from Here')}
      </button>
    </span>
  </div>`;
}

/** Draws the actions on what a call changed. */
export function callChanges(ui: ViewState, item: ToolItem): TemplateResult | typeof nothing {
  if (item.change === undefined && (item.diff ?? '') === '') return nothing;
  return html`<span class="change-buttons">
    ${isUndone(ui, item) ? html`<span class="hint">${l10n.t('Undone')}</span>` : nothing}
    <button
      class="text-button"
      @click=${() => ui.panel.onThread((threadId) => ({ type: 'open-diff', threadId, itemId: item.id }))}
    >
      ${l10n.t('Open Diff')}
    </button>
    ${item.change === undefined ? nothing : undoButton(ui, item)}
  </span>`;
}

/** Draws the counts of lines over all files of a change. */
export function lineCounts(files: readonly FileChange[]): TemplateResult {
  const sum = (key: 'added' | 'removed') => files.reduce((total, file) => total + file[key], 0);
  return html`<span class="counts"
    ><span class="plus">+${formatNumber(sum('added'))}</span> <span class="minus">−${formatNumber(sum('removed'))}</span></span
  >`;
}

function undoButton(ui: ViewState, item: UserItem | ToolItem): TemplateResult {
  const kind = isUndone(ui, item) ? 'redo' : 'undo';
  return html`<button
    class="text-button"
    @click=${() =>
      ui.panel.onThread((threadId) => ({
        type: 'undo-changes',
        threadId,
        itemId: item.id,
        kind,
        since: false,
      }))}
  >
    ${kind === 'undo' ? l10n.t('Undo') : l10n.t('Redo')}
  </button>`;
}
