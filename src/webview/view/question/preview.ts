import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import type { DialogRequest, Preview, RulePreview } from '../../../protocol/dialog';
import { questionParts, readableText } from '../../../protocol/questionText';
import { truncate } from '../../../protocol/text/truncate';
import type { StyledRun } from '../../../protocol/text/ansiText';
import { observeRows } from '../../page/observeRows';
import {
  diffRowsOf,
  maxOptionCharacters,
  maxQuestionCharacters,
  shownOptions,
  textRows,
  type ShownRows,
} from '../../text/shownRows';
import { diffBox, diffCounts, diffRow } from '../../ui/diff';
import { revealHidden, styledRun } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';

/** The text of a question, prepared for drawing. */
interface Prepared {
  readonly title: ShownRows<readonly StyledRun[]>;
  /** Further lines above the preview. */
  readonly above: TemplateResult | undefined;
  /** The part whose end the user must have seen; the title where there is nothing else. */
  readonly main: PartView | undefined;
  /** The number of rows of the main part. */
  readonly count: number;
  /** The card shows the whole text. */
  readonly isWhole: boolean;
  readonly lastRow: number | undefined;
}

const maxRuleCharacters = 300;

/** Prepared once for each question, because a text may have megabytes. */
const preparedTexts = new WeakMap<DialogRequest, Prepared>();

function prepare(request: DialogRequest): Prepared {
  const known = preparedTexts.get(request);
  if (known !== undefined) return known;
  const { title, about } = questionParts(request);
  const preview = request.kind === 'select' ? request.preview : undefined;
  const titleRows = textRows(title, true);
  const above = preview === undefined || about === '' ? undefined : aboutView(about, false).view;
  const main =
    preview !== undefined ? previewView(preview) : about === '' ? undefined : aboutView(about, true);
  const hasCutOption =
    request.kind === 'select' &&
    shownOptions(request.options).some((option) => option.length > maxOptionCharacters);
  const { count, rows, isWhole: isMainWhole } = main ?? titleRows;
  const isWhole = titleRows.isWhole && isMainWhole && !hasCutOption;
  const lastRow = isWhole ? Math.max(0, rows.length - 1) : undefined;
  const prepared = { title: titleRows, above, main, count, isWhole, lastRow };
  preparedTexts.set(request, prepared);
  return prepared;
}

/** Returns how long the text of a question is, and whether the card shows the whole text. */
export function textSize(request: DialogRequest): Pick<Prepared, 'count' | 'isWhole'> {
  return prepare(request);
}

/** The end of a row, by which the page notices that the row is on screen. */
const rowEnd = html`<span class="row-end"></span>`;

/**
 * Draws the title, the details and the preview of a question. The user agrees to all of it, so the card notes which rows
 * have been on screen.
 */
export function questionText(ui: ViewState, request: DialogRequest): TemplateResult {
  const { title, above, main, lastRow } = prepare(request);
  const text = readableText(request);
  let stop: (() => void) | undefined;
  const observe = (element: Element | undefined): void => {
    stop?.();
    stop = element && observeRows(element, (rows) => ui.panel.cards.sawRows(request.id, text, rows, lastRow));
  };
  // The element comes before its rows.
  const observer = ref((element) => queueMicrotask(() => observe(element)));
  return html`<div class="question-text" ${observer}>
    <h2 id="title-${request.id}" class="card-title" dir="auto">${title.rows.map((row) => row.map((run) => styledRun(run)))}${
      main === undefined ? rowEnd : nothing
    }</h2>
    ${above ?? nothing} ${main?.view ?? nothing}
  </div>`;
}

type PartView = ShownRows<unknown> & { readonly view: TemplateResult };

function aboutView(about: string, hasEnds: boolean): PartView {
  const shown = textRows(about, true);
  return { ...shown, view: html`<pre class="about" dir="auto" tabindex="0">${lines(shown, hasEnds)}</pre>` };
}

function previewView({ format, text, path, notes = [], rule }: Preview): PartView {
  const part = format === 'diff' ? changes(text, path) : command(text, path);
  return {
    ...part,
    view: html`${part.view}${notes.map((note) => html`<p class="hint note" dir="auto">${revealHidden(note)}</p>`)}${rule === undefined ? nothing : ruleView(rule)}`,
  };
}

/** The code of a rule is cut where a row of the text is: its beginning says what may run. */
function ruleView({ text, code }: RulePreview): TemplateResult {
  return html`<p class="hint note" dir="auto">${revealHidden(text)}</p>
    ${code === undefined ? nothing : html`<pre class="rule-code" dir="ltr">${revealHidden(truncate(code, maxRuleCharacters))}</pre>`}`;
}

function command(text: string, path: string | undefined): PartView {
  const shown = textRows(text, false);
  return {
    ...shown,
    view: html`${path === undefined ? nothing : html`<p class="preview-path" dir="ltr">${revealHidden(path)}</p>`}
      <pre class="about" dir="ltr" tabindex="0">${lines(shown, true)}</pre>`,
  };
}

function lines({ rows }: ShownRows<readonly StyledRun[]>, hasEnds: boolean): unknown {
  return rows.map(
    (row) =>
      html`<span class="code-row">${row.map((run) => styledRun(run))}${hasEnds ? rowEnd : nothing}</span>`,
  );
}

function changes(text: string, path: string | undefined): PartView {
  const shown = diffRowsOf(text);
  return {
    ...shown,
    view: html`<p class="preview-path" dir="ltr">
        <span>${revealHidden(path ?? '')}</span> ${diffCounts(shown.diff)}
      </p>
      <div class="preview-diff">
        ${diffBox(shown.rows.map((row) => diffRow(row, maxQuestionCharacters, rowEnd)))}
        ${shown.rows.length === 0 ? rowEnd : nothing}
      </div>`,
  };
}
