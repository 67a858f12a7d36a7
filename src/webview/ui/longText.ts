import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { formatNumber, plural } from '../../protocol/text/plural';
import { cutText, cutTextBefore, partsOf, type CutText, type TextLimits } from '../text/cutText';

/** The unfolded parts that the view remembers. */
export interface Folds {
  unfolded(id: string): boolean;
  toggle(id: string): void;
}

/** Parts of an item that unfold separately. */
export const partFolds = ['as-text', 'text', 'input', 'output'] as const;

/** Returns the id under which the view remembers whether a part of an item is unfolded. */
export function foldOf({ id }: { readonly id: string }, part: (typeof partFolds)[number]): string {
  return `${part} of ${id}`;
}

const usualLimits: TextLimits = { lines: 300, characters: 20_000 };

export interface LongTextOptions {
  readonly limits?: TextLimits;
  /** True to show the end of the text, as for a log. */
  readonly atEnd?: boolean;
  /** Draws a part of the text; parts are drawn in their order. */
  readonly draw?: (part: string) => unknown;
}

/** Shows the beginning or the end of a text, and the size of the rest as a button that shows the whole text. */
export function longText(
  folds: Folds,
  foldId: string,
  text: string,
  { limits = usualLimits, atEnd = false, draw = (part) => part }: LongTextOptions = {},
): TemplateResult {
  const cut = (atEnd ? cutTextBefore : cutText)(text, limits);
  const open = folds.unfolded(foldId);
  const shown = partsIn(open ? text : cut.shown, draw);
  if (cut.moreCharacters === 0) return html`${shown}`;
  const button = html`<button
    class="text-button show-all"
    aria-expanded=${open}
    @click=${() => folds.toggle(foldId)}
  >
    ${open ? l10n.t('Show Less') : atEnd ? showEarlier(cut) : showMore(cut)}
  </button>`;
  return atEnd ? html`${button}${shown}` : html`${shown}${button}`;
}

function showMore({ moreLines, moreCharacters }: CutText): string {
  return moreLines > 1
    ? plural(moreLines, {
        one: l10n.t('Show 1 More Line'),
        other: l10n.t('Show {count} More Lines', { count: formatNumber(moreLines) }),
      })
    : plural(moreCharacters, {
        one: l10n.t('Show 1 More Character'),
        other: l10n.t('Show {count} More Characters', { count: formatNumber(moreCharacters) }),
      });
}

function showEarlier({ moreLines, moreCharacters }: CutText): string {
  return moreLines > 1
    ? plural(moreLines, {
        one: l10n.t('Show 1 Earlier Line'),
        other: l10n.t('Show {count} Earlier Lines', { count: formatNumber(moreLines) }),
      })
    : plural(moreCharacters, {
        one: l10n.t('Show 1 Earlier Character'),
        other: l10n.t('Show {count} Earlier Characters', { count: formatNumber(moreCharacters) }),
      });
}

function partsIn(text: string, draw: (part: string) => unknown): unknown {
  const parts = partsOf(text);
  if (parts.length < 2) return text === '' ? nothing : draw(text);
  return parts.map((part) => html`<span class="text-part">${draw(part.replace(/\n$/, ''))}</span>`);
}
