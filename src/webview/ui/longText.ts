import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { plural } from '../../protocol/text/plural';
import { cutText, partsOf, type CutText, type TextLimits } from '../text/cutText';

/** The view's memory of what the user has unfolded. */
export interface Folds {
  unfolded(id: string): boolean;
  toggle(id: string): void;
}

/** Parts of an item that unfold apart from the item. */
export const partFolds = ['as-text', 'text', 'input', 'output'] as const;

/** Returns the id under which the view remembers whether a part of an item is unfolded. */
export function foldOf({ id }: { readonly id: string }, part: (typeof partFolds)[number]): string {
  return `${part} of ${id}`;
}

const usualLimits: TextLimits = { lines: 300, characters: 20_000 };

/**
 * Shows the beginning of a text and the size of the rest, with a button for all of it. `draw` draws a part of the text.
 */
export function longText(
  folds: Folds,
  foldId: string,
  text: string,
  {
    limits = usualLimits,
    draw = (part) => part,
  }: { limits?: TextLimits; draw?: (part: string) => unknown } = {},
): TemplateResult {
  const cut = cutText(text, limits);
  const open = folds.unfolded(foldId);
  if (cut.moreCharacters === 0) return html`${partsIn(text, draw)}`;
  return html`${partsIn(open ? text : cut.shown, draw)}<button
      class="text-button show-all"
      aria-expanded=${open}
      @click=${() => folds.toggle(foldId)}
    >
      ${open ? l10n.t('Show Less') : showAll(cut)}
    </button>`;
}

function showAll({ moreLines, moreCharacters }: CutText): string {
  const count = moreLines > 1 ? moreLines : moreCharacters;
  return moreLines > 1
    ? plural(count, { one: l10n.t('Show 1 More Line'), other: l10n.t('Show {count} More Lines', { count }) })
    : plural(count, {
        one: l10n.t('Show 1 More Character'),
        other: l10n.t('Show {count} More Characters', { count }),
      });
}

function partsIn(text: string, draw: (part: string) => unknown): unknown {
  const parts = partsOf(text);
  if (parts.length < 2) return text === '' ? nothing : draw(text);
  return parts.map((part) => html`<span class="text-part">${draw(part.replace(/\n$/, ''))}</span>`);
}
