import * as l10n from '@vscode/l10n';
import { html, noChange, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { deliveries as joins, sendKeys } from '../../composer/sendKeys';
import { button, iconButton } from '../../ui/controls';
import { composerKey, dropped, pasted } from './composerInput';
import { sessionBar } from './sessionBar';
import { icon, imageView } from '../../ui/pieces';
import { currentSuggestions, markedIndex, suggestionList } from './suggestions';
import type { ViewState } from '../../viewState/viewState';

const onMac = /mac/i.test(navigator.userAgent);

/** Draws the composer. The user can always type, regardless of the host's state. */
export function composer(ui: ViewState): TemplateResult {
  const { panel } = ui;
  const { draft, store } = panel;
  const suggestions = currentSuggestions(ui);
  const at = markedIndex(ui, suggestions);
  const marked = at === undefined ? nothing : `suggestion-${at}`;
  return html`<div class="composer-area">
    ${panel.composerMessage === undefined ? nothing : composerMessage(ui, panel.composerMessage)}
    ${suggestions.length === 0 ? nothing : suggestionList(ui, suggestions)}
    <div
      class="composer"
      @drop=${(event: DragEvent) => dropped(ui, event)}
      @dragover=${(event: DragEvent) => event.preventDefault()}
    >
      ${draft.images.length === 0 ? nothing : chips(ui)}
      <textarea
        id="composer"
        class="composer-text"
        rows="2"
        dir="auto"
        aria-label=${l10n.t('Message pi')}
        placeholder=${l10n.t('Ask pi. Type / for commands or ! to run a shell command')}
        aria-autocomplete="list"
        aria-controls=${suggestions.length === 0 ? nothing : 'suggestions'}
        aria-activedescendant=${marked}
        .value=${ui.composing ? noChange : live(draft.text)}
        @input=${(event: Event) => {
          ui.suggestion = 0;
          // The same text, typed again, requests suggestions again.
          ui.dismissedFor = undefined;
          if (event.target instanceof HTMLTextAreaElement) textChanged(ui, event.target);
        }}
        @keydown=${(event: KeyboardEvent) => composerKey(ui, event, currentSuggestions(ui))}
        @keyup=${(event: Event) => caretMoved(ui, event)}
        @pointerup=${(event: Event) => caretMoved(ui, event)}
        @paste=${(event: ClipboardEvent) => pasted(ui, event)}
        @compositionstart=${() => {
          ui.composing = true;
          draft.suspendChanges();
        }}
        @compositionend=${(event: Event) => {
          ui.composing = false;
          if (event.target instanceof HTMLTextAreaElement) textChanged(ui, event.target);
          draft.resumeChanges();
        }}
        @focus=${() => panel.link.tell({ type: 'focused' })}
        @blur=${() => panel.flush()}
      ></textarea>
      <div class="composer-foot">
        ${sessionBar(ui, store.state?.session)}
        <div class="composer-buttons">${sendButtons(ui)}</div>
      </div>
    </div>
    ${shellHint(draft.text)} ${panel.busy && !draft.empty ? deliveryKeys(ui) : nothing}
  </div>`;
}

function textChanged(ui: ViewState, { value, selectionStart }: HTMLTextAreaElement): void {
  ui.panel.draft.type(value);
  if (!ui.composing) ui.panel.completions.textChanged(value, selectionStart);
}

function caretMoved(ui: ViewState, { target }: Event): void {
  if (target instanceof HTMLTextAreaElement) ui.panel.completions.caretMoved(target.selectionStart);
}

/** Draws a hint about the effect of the exclamation mark. */
function shellHint(text: string): TemplateResult | typeof nothing {
  if (!/^!!?\s*[^\s!]/.test(text)) return nothing;
  const hint = text.startsWith('!!')
    ? l10n.t("Runs in your shell. The model doesn't see the output.")
    : l10n.t('Runs in your shell. Use !! to keep the output out of the chat context.');
  return html`<div class="keys"><span class="hint">${hint}</span></div>`;
}

/** Draws Send, or Stop while something runs and the composer is empty. */
function sendButtons(ui: ViewState): TemplateResult {
  const { panel } = ui;
  const stop = () => void panel.stop();
  const send = () => panel.send(joins(panel.settings).usual);
  if (!panel.busy) {
    return button({
      label: l10n.t('Send'),
      kind: 'primary',
      icon: 'send',
      disabled: panel.draft.empty,
      onPress: send,
    });
  }
  if (panel.draft.empty)
    return button({ label: l10n.t('Stop'), kind: 'primary', icon: 'debug-stop', onPress: stop });
  return html`${iconButton({ label: l10n.t('Stop'), icon: 'debug-stop', onPress: stop })}
  ${button({ label: l10n.t('Send'), kind: 'primary', icon: 'send', onPress: send })}`;
}

/** Draws the buttons to queue and to steer, with their keys. */
function deliveryKeys(ui: ViewState): TemplateResult {
  const keys = sendKeys(ui.panel.settings, onMac);
  return html`<div class="keys">
    <button class="text-button" title=${l10n.t('Send after the current run finishes')} @click=${() => ui.panel.send('enqueue')}>
      ${l10n.t('Add to Queue ({key})', { key: keys.enqueue })}
    </button>
    <button class="text-button" title=${l10n.t('Send at the end of the current turn')} @click=${() => ui.panel.send('steer')}>
      ${l10n.t('Steer with Message ({key})', { key: keys.steer })}
    </button>
  </div>`;
}

function composerMessage(ui: ViewState, text: string): TemplateResult {
  return html`<div class="word" role="alert" dir="auto">
    ${icon('info')}<span class="word-text">${text}</span>
    <button
      class="icon-button codicon codicon-close"
      aria-label=${l10n.t('Dismiss')}
      @click=${() => ui.panel.showMessage(undefined)}
    ></button>
  </div>`;
}

function chips(ui: ViewState): TemplateResult {
  return html`<div class="chips">
    ${ui.panel.draft.images.map(
      (image) =>
        html`<span class="chip"
          >${imageView(image, 'thumb')}<span class="chip-text">${image.name ?? l10n.t('Image')}</span
          ><button
            class="icon-button codicon codicon-close"
            aria-label=${l10n.t('Remove {image}', { image: image.name ?? l10n.t('Image') })}
            @click=${() => ui.panel.draft.detach(image)}
          ></button
        ></span>`,
    )}
  </div>`;
}
