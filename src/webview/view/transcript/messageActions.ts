import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { TextItem, UserItem } from '../../../protocol/item';
import { iconButton } from '../../ui/controls';
import type { ViewState } from '../../viewState/viewState';

/** Draws what can be done with a message. Visible while the pointer or the focus is on the message. */
export function messageActions(ui: ViewState, item: UserItem | TextItem, isLast: boolean): TemplateResult {
  return html`<div class="message-actions">
    ${iconButton({
      label: item.kind === 'text' ? l10n.t('Copy as Markdown') : l10n.t('Copy Message'),
      icon: 'copy',
      onPress: () => void navigator.clipboard.writeText(item.text),
    })}
    ${
      item.kind === 'text'
        ? iconButton({ label: l10n.t('Copy as Text'), icon: 'symbol-text', onPress: copyShown })
        : nothing
    }
    ${
      isLast && !ui.panel.busy
        ? iconButton({
            label: l10n.t('Try Again'),
            icon: 'refresh',
            onPress: () => ui.panel.nextStep('retry'),
          })
        : nothing
    }
  </div>`;
}

/** Copies an answer as it is shown, without the marks of Markdown. */
function copyShown(event: Event): void {
  const shown = event.currentTarget instanceof Element ? event.currentTarget.closest('.answer') : null;
  const text = shown?.querySelector<HTMLElement>('.sections')?.innerText;
  if (text !== undefined) void navigator.clipboard.writeText(text.trimEnd());
}

/** Returns whether an item is the last answer of an idle thread, which the user may want again. */
export function isLastAnswer(ui: ViewState, item: TextItem): boolean {
  const last = ui.panel.store.state?.items.findLast(({ kind }) => kind === 'text' || kind === 'user');
  return last?.id === item.id && !item.open;
}

/** Returns what the entries of VS Code's context menu on a message are about. */
export function messageContext({ id, kind }: UserItem | TextItem): string {
  return JSON.stringify({ webviewSection: kind === 'user' ? 'prompt' : 'answer', itemId: id });
}
