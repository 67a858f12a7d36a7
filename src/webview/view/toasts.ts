import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { formatList, formatNumber, plural } from '../../protocol/text/plural';
import type { OmittedToasts, ShownToast } from '../panel/toasts';
import { icon, ansiText } from '../ui/pieces';
import type { ViewState } from '../viewState/viewState';

export function toasts(ui: ViewState): unknown {
  const { shown, omittedToasts } = ui.panel.toasts;
  return html`<div class="toasts" role="status">
    ${shown.map(({ id, level, text, times }) =>
      toast(level, repeated(text, times), () => ui.panel.toasts.dismiss(id)),
    )}
    ${
      omittedToasts === undefined
        ? nothing
        : toast(omittedToasts.errors > 0 ? 'error' : 'info', omittedText(omittedToasts), () =>
            ui.panel.toasts.dismissOmitted(),
          )
    }
  </div>`;
}

function toast(level: ShownToast['level'], text: string, dismiss: () => void): TemplateResult {
  return html`<div class="toast ${level}" dir="auto">
    ${icon(level)}<span class="toast-text">${ansiText(text, { emoji: true })}</span
    ><button class="icon-button codicon codicon-close" aria-label=${l10n.t('Dismiss')} @click=${dismiss}></button>
  </div>`;
}

function repeated(text: string, times: number): string {
  if (times === 1) return text;
  return plural(times, {
    one: text,
    other: l10n.t('{text} ({count} times)', { text, count: formatNumber(times) }),
  });
}

/** Returns the number of omitted messages as text. Each combination is a complete message, for translation. */
function omittedText({ count, errors, from }: OmittedToasts): string {
  const args = { count: formatNumber(count), errors: formatNumber(errors), names: formatList(from) };
  return from.length === 0 ? omittedCount(count, errors, args) : omittedFrom(count, errors, args);
}

type Args = Readonly<Record<'count' | 'errors' | 'names', string>>;

function omittedCount(count: number, errors: number, args: Args): string {
  if (errors === 0 || count === 1)
    return plural(count, {
      one: errors === 0 ? l10n.t('1 more message') : l10n.t('1 more error'),
      other: l10n.t('{count} more messages', args),
    });
  return plural(errors, {
    one: l10n.t('{count} more messages (1 error)', args),
    other: l10n.t('{count} more messages ({errors} errors)', args),
  });
}

function omittedFrom(count: number, errors: number, args: Args): string {
  if (errors === 0 || count === 1)
    return plural(count, {
      one:
        errors === 0
          ? l10n.t('1 more message from {names}', args)
          : l10n.t('1 more error from {names}', args),
      other: l10n.t('{count} more messages from {names}', args),
    });
  return plural(errors, {
    one: l10n.t('{count} more messages from {names} (1 error)', args),
    other: l10n.t('{count} more messages from {names} ({errors} errors)', args),
  });
}
