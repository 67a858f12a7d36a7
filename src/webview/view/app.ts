import { html, nothing, type TemplateResult } from 'lit-html';
import { button } from '../ui/controls';
import { composer } from './composer/composer';
import { emptyThread } from './emptyThread';
import { head } from './head';
import { queue } from './composer/queue';
import { activityLine } from './activity';
import { extensionLines, widgets } from './extensionLines';
import { toasts } from './toasts';
import { loading, transcript } from './transcript/transcript';
import type { ViewState } from '../viewState/viewState';

/** The whole panel as a function of what is known. */
export function app(ui: ViewState): TemplateResult {
  const { state } = ui.panel.store;
  const nothingSaid = state !== undefined && state.items.length === 0 && state.earlier === 0;
  return html`${head(ui)}
    <main class="scroller" tabindex="0" aria-label="Conversation">
      <div class="column" role="log" aria-live="off" aria-label="Messages">
        ${state === undefined ? loading(ui) : nothingSaid ? emptyThread(ui, state.session) : transcript(ui, state)}
      </div>
    </main>
    ${
      ui.scrolledAway
        ? html`<div class="jump">
            ${button({ label: 'Jump to latest', icon: 'arrow-down', onPress: () => ui.page.jumpToLatest() })}
          </div>`
        : nothing
    }
    <footer class="foot">
      ${toasts(ui)} ${activityLine(ui, state)} ${queue(ui, state)} ${widgets(state, 'above')} ${composer(ui)}
      ${widgets(state, 'below')} ${extensionLines(state)}
    </footer>`;
}
