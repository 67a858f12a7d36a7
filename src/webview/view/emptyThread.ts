import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { SessionInfo } from '../../protocol/session';
import { button } from '../ui/controls';
import type { ViewState } from '../viewState/viewState';

/** Draws a thread without messages: an introduction, suggested prompts, and buttons to set up a model. */
export function emptyThread(ui: ViewState, session: SessionInfo): TemplateResult {
  return html`<div class="empty">
    <p class="empty-lead" dir="auto">${lead(ui, session)}</p>
    <div class="suggestions">
      ${prompts().map(
        (prompt) =>
          html`<button class="suggested" @click=${() => ui.insertPrompt(prompt)}>${prompt}</button>`,
      )}
    </div>
    ${modelHint(ui, session)}
  </div>`;
}

function prompts(): readonly string[] {
  return [
    l10n.t('What is in this folder?'),
    l10n.t('Summarize the README.'),
    l10n.t('Run the tests and tell me what fails.'),
  ];
}

/** Returns the introduction. Names the folder if the window doesn't have exactly one. */
function lead(ui: ViewState, { folder }: SessionInfo): string {
  return ui.panel.settings.showFolder === true && folder !== ''
    ? l10n.t('pi can read and edit files and run commands in {folder}.', { folder })
    : l10n.t('pi can read and edit files and run commands in this folder.');
}

function modelHint(ui: ViewState, { offline, model }: SessionInfo): TemplateResult | typeof nothing {
  if (offline !== true && model !== undefined) return nothing;
  const text =
    offline === true
      ? l10n.t(
          "You're using the offline demo model, which follows a script. It uses pi's real tools for a few simple tasks.",
        )
      : l10n.t('Sign in with pi or set an API key. Until then, the offline demo model answers.');
  return html`<p class="offline">${text}</p>
    <div class="buttons">
      ${button({ label: l10n.t('Choose Model'), onPress: () => ui.panel.nextStep('choose-model') })}
      ${button({ label: l10n.t('Set API Key'), onPress: () => ui.panel.nextStep('set-key') })}
    </div>`;
}
