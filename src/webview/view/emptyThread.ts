import { html, nothing, type TemplateResult } from 'lit-html';
import type { SessionInfo } from '../../protocol/session';
import { button } from '../ui/controls';
import type { ViewState } from '../viewState/viewState';

const prompts = [
  'What is in this folder?',
  'Read the README and sum it up.',
  'Run the tests and tell me what fails.',
];

/** A thread in which nothing was said yet. */
export function emptyThread(ui: ViewState, session: SessionInfo): TemplateResult {
  return html`<div class="empty">
    <p class="empty-lead" dir="auto">${lead(ui, session)}</p>
    <div class="suggestions">
      ${prompts.map(
        (prompt) =>
          html`<button class="suggested" @click=${() => ui.insertPrompt(prompt)}>${prompt}</button>`,
      )}
    </div>
    ${
      session.offline === true
        ? html`<p class="offline">
              An offline demo model answers, no language model. It does small things with pi’s real tools.
            </p>
            ${ways(ui)}`
        : session.model === undefined
          ? html`<p class="offline">
                Use pi’s own sign-in or a key, or just try it: without one an offline demo model answers.
              </p>
              ${ways(ui)}`
          : nothing
    }
  </div>`;
}

/** Where there is not exactly one folder, it is said which one is meant. */
function lead(ui: ViewState, { folder }: SessionInfo): unknown {
  const where =
    ui.panel.settings.showFolder === true && folder !== ''
      ? html`<code dir="ltr">${folder}</code>`
      : 'this folder';
  return html`pi works in ${where}: it reads, runs and edits what you ask it to.`;
}

function ways(ui: ViewState): TemplateResult {
  return html`<div class="buttons">
    ${button({ label: 'Choose Model', onPress: () => ui.panel.nextStep('choose-model') })}
    ${button({ label: 'Set API Key', onPress: () => ui.panel.nextStep('set-key') })}
  </div>`;
}
