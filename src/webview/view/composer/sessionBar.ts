import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { SessionInfo, Usage } from '../../../protocol/session';
import { icon } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';

/** Below the text: the model, how hard it thinks, how full its window is, what it has cost, and where it works if that is not plain. */
export function sessionBar(ui: ViewState, session: SessionInfo | undefined): TemplateResult {
  if (session === undefined) return html`<span class="meter hint">Opening…</span>`;
  const choose = () => ui.panel.nextStep('choose-model');
  return html`<button class="meter" title="Choose the model" @click=${choose}>
      <span class="meter-text"
        >${session.model ?? (session.offline === true ? 'Offline demo model' : 'Choose a model')}</span
      >
      ${icon('chevron-down')}
    </button>
    ${
      session.thinking === undefined
        ? nothing
        : html`<button class="meter" title="How hard the model thinks" @click=${choose}>
            <span class="meter-text">${session.thinking}</span>${icon('chevron-down')}
          </button>`
    }
    ${session.usage === undefined ? nothing : usage(session.usage)}
    ${ui.panel.settings.showFolder === true ? folder(session.folder) : nothing}`;
}

function folder(path: string): TemplateResult {
  const name = /[^/\\]+(?=[/\\]*$)/.exec(path)?.[0] ?? path;
  return html`<span class="meter" title="pi works in ${path}">
    ${icon('folder')}<span class="meter-text" dir="auto">${name}</span>
  </span>`;
}

function usage({ tokens, window, cost }: Usage): TemplateResult {
  const share = tokens === undefined || window === undefined || window <= 0 ? undefined : tokens / window;
  return html`${share === undefined ? nothing : ring(Math.min(1, share), tokens ?? 0, window ?? 0)}
  ${
    cost === undefined || cost === 0
      ? nothing
      : html`<span class="meter" title="What this thread has cost so far"
          >$${cost.toFixed(cost < 0.095 ? 3 : 2)}</span
        >`
  }`;
}

/** A quarter of the radius-4 circle's outline is drawn eight units wide, so that it reads as a filled part. */
function ring(share: number, tokens: number, window: number): TemplateResult {
  const outline = 2 * Math.PI * 4;
  const figure = `${Math.round(share * 100)} %`;
  return html`<span
    class="meter"
    title="Context: ${tokens.toLocaleString('en')} of ${window.toLocaleString('en')} tokens"
  >
    <svg class="ring ${share > 0.8 ? 'full' : ''}" viewBox="0 0 16 16" aria-hidden="true">
      <circle class="ring-whole" cx="8" cy="8" r="8"></circle>
      ${svg`<circle class="ring-part" cx="8" cy="8" r="4" transform="rotate(-90 8 8)"
        stroke-dasharray="${share * outline} ${outline}"></circle>`}
    </svg>
    ${figure}
  </span>`;
}
