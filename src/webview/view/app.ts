import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { formatNumber, plural } from '../../protocol/text/plural';
import { button } from '../ui/controls';
import { composer } from './composer/composer';
import { emptyThread } from './emptyThread';
import { queue } from './composer/queue';
import { activityLine } from './activity';
import { extensionLines, heading, widgets } from './extensionLines';
import { toasts } from './toasts';
import { loading, transcript } from './transcript/transcript';
import type { ViewState } from '../viewState/viewState';

/** Draws the whole panel. */
export function app(ui: ViewState): TemplateResult {
  const { state } = ui.panel.store;
  const isEmpty = state !== undefined && state.items.length === 0 && state.earlier === 0;
  return html`${heading(state)}
    <main class="scroller" tabindex="0" data-thread=${state?.threadId ?? nothing} aria-label=${l10n.t('Conversation')}>
      <div class="column" role="log" aria-live="off" aria-label=${l10n.t('Messages')}>
        ${state === undefined ? loading(ui) : isEmpty ? emptyThread(ui, state.session) : transcript(ui, state)}
      </div>
    </main>
    ${
      ui.scrolledAway
        ? html`<div class="jump">
            ${button({ label: jumpLabel(ui.newItems), icon: 'arrow-down', onPress: () => ui.page.jumpToLatest() })}
          </div>`
        : nothing
    }
    <footer class="foot">
      ${toasts(ui)} ${activityLine(ui, state)} ${queue(ui, state)} ${widgets(state, 'above')} ${composer(ui)}
      ${widgets(state, 'below')} ${extensionLines(state)}
    </footer>`;
}

function jumpLabel(count: number): string {
  if (count === 0) return l10n.t('Jump to Latest');
  return plural(count, {
    one: l10n.t('Jump to Latest (1 New)'),
    other: l10n.t('Jump to Latest ({count} New)', { count: formatNumber(count) }),
  });
}
