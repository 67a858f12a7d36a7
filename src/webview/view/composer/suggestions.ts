import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { suggestionsFor, type CompletionRow } from '../../../protocol/completion';
import type { SlashCommand } from '../../../protocol/session';
import type { ViewState } from '../../viewState/viewState';

/** A command, or a completion of an extension. */
export type Suggestion =
  | { readonly kind: 'command'; readonly command: SlashCommand }
  | { readonly kind: 'offered'; readonly row: CompletionRow; readonly at: number };

/** Returns the suggestions for the text. Completions of extensions replace the commands. */
export function currentSuggestions(ui: ViewState): readonly Suggestion[] {
  const { text } = ui.panel.draft;
  if (ui.dismissedFor === text) return [];
  const { rows } = ui.panel.completions;
  if (rows.length > 0) return rows.map((row, at) => ({ kind: 'offered', row, at }));
  const commands = ui.panel.store.state?.session.commands ?? [];
  return suggestionsFor(text, commands).map((command) => ({ kind: 'command', command }));
}

/** Returns the row that Enter takes, or nothing while the rows belong to an earlier text. */
export function markedIndex(ui: ViewState, suggestions: readonly Suggestion[]): number | undefined {
  if (suggestions.length === 0 || ui.panel.completions.stale) return undefined;
  return Math.min(ui.suggestion, suggestions.length - 1);
}

export function suggestionList(ui: ViewState, suggestions: readonly Suggestion[]): TemplateResult {
  const marked = markedIndex(ui, suggestions);
  const commands = suggestions[0]?.kind === 'command';
  return html`<div
    id="suggestions"
    class="suggestion-list"
    role="listbox"
    tabindex="0"
    aria-label=${commands ? l10n.t('Commands') : l10n.t('Suggestions')}
  >
    ${suggestions.map(
      (suggestion, index) =>
        html`<div
          id="suggestion-${index}"
          class="suggestion-row ${index === marked ? 'marked' : ''}"
          role="option"
          aria-selected=${index === marked}
          @pointerdown=${(event: Event) => {
            event.preventDefault();
            takeSuggestion(ui, suggestion);
          }}
        >
          ${suggestion.kind === 'command' ? commandRow(suggestion.command) : offeredRow(suggestion.row)}
        </div>`,
    )}
  </div>`;
}

function commandRow({ name, hint, description, kind }: SlashCommand): TemplateResult {
  return html`<span class="suggestion-name">/${name}</span>
    ${hint === undefined ? nothing : html`<span class="hint">${hint}</span>`}
    <span class="suggestion-about">${description ?? kindText(kind)}</span>`;
}

function kindText(kind: SlashCommand['kind']): string {
  switch (kind) {
    case 'enso':
      return 'Enso';
    case 'extension':
      return l10n.t('extension');
    case 'skill':
      return l10n.t('skill');
    case 'template':
      return l10n.t('prompt template');
  }
}

function offeredRow({ label, about }: CompletionRow): TemplateResult {
  return html`<span class="suggestion-name" dir="auto">${label}</span>
    ${about === undefined ? nothing : html`<span class="suggestion-about" dir="auto">${about}</span>`}`;
}

/** Handles a key while suggestions are open. Returns whether the suggestions took the key. */
export function suggestionKey(
  ui: ViewState,
  event: KeyboardEvent,
  suggestions: readonly Suggestion[],
): boolean {
  const at = markedIndex(ui, suggestions);
  const plain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp': {
      const step = event.key === 'ArrowDown' ? 1 : suggestions.length - 1;
      if (at !== undefined) ui.suggestion = (at + step) % suggestions.length;
      ui.redraw();
      return true;
    }
    case 'Enter': {
      const suggestion = at === undefined ? undefined : suggestions[at];
      if (!plain || suggestion === undefined || isFullyTyped(ui, suggestion)) return false;
      takeSuggestion(ui, suggestion);
      return true;
    }
    case 'Tab': {
      if (event.shiftKey) return false;
      const suggestion = at === undefined ? undefined : suggestions[at];
      if (suggestion !== undefined) takeSuggestion(ui, suggestion);
      return true;
    }
    case 'Escape':
      ui.dismissedFor = ui.panel.draft.text;
      ui.panel.completions.close();
      ui.redraw();
      return true;
    default:
      return false;
  }
}

/** Returns whether a suggestion is fully typed, so that Enter sends it. */
function isFullyTyped(ui: ViewState, suggestion: Suggestion): boolean {
  return suggestion.kind === 'command'
    ? ui.panel.draft.text === `/${suggestion.command.name}`
    : suggestion.row.complete === true;
}

function takeSuggestion(ui: ViewState, suggestion: Suggestion): void {
  ui.suggestion = 0;
  if (suggestion.kind === 'command') {
    const text = `/${suggestion.command.name} `;
    replaceText(ui, text, text.length);
    return;
  }
  void ui.panel.completions.takeRow(suggestion.at).then((taken) => {
    if (taken !== undefined) replaceText(ui, taken.text, taken.caret);
    // The row may no longer exist.
    else ui.redraw();
  });
}

/** Replaces the text and requests suggestions for it. */
function replaceText(ui: ViewState, text: string, caret: number): void {
  ui.panel.draft.insert(text, true);
  ui.page.focusComposer();
  ui.page.caretAt(caret);
  ui.panel.completions.textChanged(text, caret);
}
