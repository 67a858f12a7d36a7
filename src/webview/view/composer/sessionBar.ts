import * as l10n from '@vscode/l10n';
import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { SessionInfo, Usage } from '../../../protocol/session';
import { formatNumber } from '../../../protocol/text/plural';
import { icon } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';

/** Draws the model, the thinking level, the context usage, the cost, and the folder if the window has several. */
export function sessionBar(ui: ViewState, session: SessionInfo | undefined): TemplateResult {
  if (session === undefined) return html`<span class="meter hint">${l10n.t('Opening…')}</span>`;
  const choose = () => ui.panel.nextStep('choose-model');
  return html`<button class="meter" title=${l10n.t('Choose Model')} @click=${choose}>
      <span class="meter-text"
        >${session.model ?? (session.offline === true ? l10n.t('Offline demo model') : l10n.t('Choose Model'))}</span
      >
      ${icon('chevron-down')}
    </button>
    ${
      session.thinking === undefined
        ? nothing
        : html`<button class="meter" title=${l10n.t('Thinking Level (choose with the model)')} @click=${choose}>
            <span class="meter-text">${session.thinking}</span>${icon('chevron-down')}
          </button>`
    }
    ${session.usage === undefined ? nothing : usage(session.usage)}
    ${ui.panel.settings.showFolder === true ? folder(session.folder) : nothing}`;
}

function folder(path: string): TemplateResult {
  const name = /[^/\\]+(?=[/\\]*$)/.exec(path)?.[0] ?? path;
  return html`<span class="meter" title=${l10n.t('Working folder: {path}', { path })}>
    ${icon('folder')}<span class="meter-text" dir="auto">${name}</span>
  </span>`;
}

function usage({ tokens, window, cost }: Usage): TemplateResult {
  const share = tokens === undefined || window === undefined || window <= 0 ? undefined : tokens / window;
  return html`${share === undefined ? nothing : ring(Math.min(1, share), tokens ?? 0, window ?? 0)}
  ${
    cost === undefined || cost === 0
      ? nothing
      : html`<span class="meter" title=${l10n.t('Cost of this thread')}
          >${costText(cost)}</span
        >`
  }`;
}

/** Draws the share as a pie: the outline of a circle of radius 4, eight units wide. */
function ring(share: number, tokens: number, window: number): TemplateResult {
  const outline = 2 * Math.PI * 4;
  const figure = formatNumber(share, { style: 'percent', maximumFractionDigits: 0 });
  return html`<span
    class="meter"
    title=${l10n.t('Context: {used} of {window} tokens', {
      used: formatNumber(tokens),
      window: formatNumber(window),
    })}
  >
    <svg class="ring ${share > 0.8 ? 'full' : ''}" viewBox="0 0 16 16" aria-hidden="true">
      <circle class="ring-whole" cx="8" cy="8" r="8"></circle>
      ${svg`<circle class="ring-part" cx="8" cy="8" r="4" transform="rotate(-90 8 8)"
        stroke-dasharray="${share * outline} ${outline}"></circle>`}
    </svg>
    ${figure}
  </span>`;
}

function costText(dollars: number): string {
  return formatNumber(dollars, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: dollars < 0.095 ? 3 : 2,
    maximumFractionDigits: dollars < 0.095 ? 3 : 2,
  });
}
