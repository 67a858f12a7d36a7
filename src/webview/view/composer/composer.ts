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

/** Where a person writes. It can be used at once, whatever the host is doing. */
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
        aria-label="Message pi"
        placeholder="Message pi, / for commands, ! for the shell"
        aria-autocomplete="list"
        aria-controls=${suggestions.length === 0 ? nothing : 'suggestions'}
        aria-activedescendant=${marked}
        .value=${ui.composing ? noChange : live(draft.text)}
        @input=${(event: Event) => {
          ui.suggestion = 0;
          // The same letters typed once more ask once more.
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

/** What an exclamation mark does is said before it does it. */
function shellHint(text: string): TemplateResult | typeof nothing {
  if (!/^!!?\s*[^\s!]/.test(text)) return nothing;
  const words = text.startsWith('!!')
    ? 'Runs in your shell; the model does not hear of it.'
    : 'Runs in your shell. With !! the model does not hear of it.';
  return html`<div class="keys"><span class="hint">${words}</span></div>`;
}

/** Send, which is Stop while something runs and the box is empty. */
function sendButtons(ui: ViewState): TemplateResult {
  const { panel } = ui;
  const stop = () => void panel.stop();
  const send = () => panel.send(joins(panel.settings).usual);
  if (!panel.busy) {
    return button({
      label: 'Send',
      kind: 'primary',
      icon: 'send',
      disabled: panel.draft.empty,
      onPress: send,
    });
  }
  if (panel.draft.empty) return button({ label: 'Stop', kind: 'primary', icon: 'debug-stop', onPress: stop });
  return html`${iconButton({ label: 'Stop', icon: 'debug-stop', onPress: stop })}
  ${button({ label: 'Send', kind: 'primary', icon: 'send', onPress: send })}`;
}

/** While something runs there are two ways to join it; both are said, with their keys. */
function deliveryKeys(ui: ViewState): TemplateResult {
  const keys = sendKeys(ui.panel.settings, onMac);
  return html`<div class="keys">
    <button class="text-button" title="Say it after the run" @click=${() => ui.panel.send('enqueue')}>
      ${keys.enqueue} queues
    </button>
    <button class="text-button" title="Say it after the current turn" @click=${() => ui.panel.send('steer')}>
      ${keys.steer} steers
    </button>
  </div>`;
}

function composerMessage(ui: ViewState, text: string): TemplateResult {
  return html`<div class="word" role="alert" dir="auto">
    ${icon('info')}<span class="word-text">${text}</span>
    <button
      class="icon-button codicon codicon-close"
      aria-label="Dismiss"
      @click=${() => ui.panel.showMessage(undefined)}
    ></button>
  </div>`;
}

function chips(ui: ViewState): TemplateResult {
  return html`<div class="chips">
    ${ui.panel.draft.images.map(
      (image) =>
        html`<span class="chip"
          >${imageView(image, 'thumb')}<span class="chip-text">${image.name ?? 'Picture'}</span
          ><button
            class="icon-button codicon codicon-close"
            aria-label="Remove ${image.name ?? 'picture'}"
            @click=${() => ui.panel.draft.detach(image)}
          ></button
        ></span>`,
    )}
  </div>`;
}
