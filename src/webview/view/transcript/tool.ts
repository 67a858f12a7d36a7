import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ToolItem } from '../../../protocol/item';
import { formatList } from '../../../protocol/text/plural';
import { plainText } from '../../../protocol/text/ansiText';
import { deniedCall } from '../../../protocol/text/deniedCall';
import { isAsking, questionMark } from '../../text/callQuestions';
import { formatDuration, formatElapsed } from '../../../protocol/text/duration';
import { toolOutcome, toolVerb } from '../../text/toolLabels';
import { readDiff } from '../../text/unifiedDiff';
import { ticking } from '../../ui/ticking';
import { fold, icon, revealHidden } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';
import { callChanges, lineCounts } from './changes';
import { diffCounts, diffRows } from '../../ui/diff';
import { readRange } from '../../text/toolArguments';
import { images, toolBody } from './toolBody';

/** The limit of rows of an initially unfolded diff. */
const maxUnfoldedRows = 40;

const marks: Readonly<Record<ToolItem['state'], TemplateResult>> = {
  writing: icon('loading', 'mark turning'),
  waiting: icon('question', 'mark'),
  running: icon('loading', 'mark turning'),
  done: icon('check', 'mark'),
  failed: icon('error', 'mark failed'),
  aborted: icon('circle-slash', 'mark'),
};

/** Returns the icon of a call. A denied call isn't an error. */
function markOf(item: ToolItem): TemplateResult {
  if (isAsking(item.questions ?? [])) return marks.waiting;
  const refused = item.state === 'failed' && deniedCall(item.text) !== undefined;
  return marks[refused ? 'aborted' : item.state];
}

/** Draws one tool call: a line that unfolds to the input and the output. */
export function tool(ui: ViewState, item: ToolItem): TemplateResult {
  return item.diff !== undefined && item.diff !== '' ? edit(ui, item, item.diff) : plain(ui, item);
}

function plain(ui: ViewState, item: ToolItem): TemplateResult {
  const byDefault = item.byUser === true;
  const open = ui.unfolded(item.id, byDefault);
  const line = html`<button class="line" aria-expanded=${open} @click=${() => ui.toggle(item.id, byDefault)}>
    ${fold(open)}${markOf(item)}<span class="verb" title=${toolVerb(item)}>${toolVerb(item)}</span>${subject(item)}
    ${item.change === undefined ? nothing : lineCounts(item.change.files)}${outcome(item)}
  </button>`;
  return html`<div class="item tool ${item.state} ${asked(item)}">
    ${item.change === undefined ? line : html`<div class="edit-head">${line}${callChanges(ui, item)}</div>`}
    ${unsavedNote(item)}
    ${open ? html`<div class="tool-body">${toolBody(ui, item)}</div>` : picture(item)}
  </div>`;
}

function edit(ui: ViewState, item: ToolItem, unified: string): TemplateResult {
  const diff = readDiff(unified);
  const byDefault = diff.rows.length <= maxUnfoldedRows;
  const open = ui.unfolded(item.id, byDefault);
  return html`<div class="item tool edit ${item.state} ${asked(item)} ${open ? 'open' : ''}">
    <div class="edit-head">
      <button class="line" aria-expanded=${open} @click=${() => ui.toggle(item.id, byDefault)}>
        ${fold(open)}<span class="verb" title=${toolVerb(item)}>${toolVerb(item)}</span>${subject(item)}
        ${diffCounts(diff)}${outcome(item, false)}
      </button>
${callChanges(ui, item)}
    </div>
    ${open ? diffRows(diff) : nothing}
  </div>`;
}

/** A picture is what the call was about, so it shows at once. */
function picture(item: ToolItem): unknown {
  return (item.images ?? []).length === 0 ? nothing : html`<div class="tool-body">${images(item)}</div>`;
}

/** A command reads files from disk. */
function unsavedNote({ unsaved = [] }: ToolItem): TemplateResult | typeof nothing {
  if (unsaved.length === 0) return nothing;
  const files = formatList(unsaved);
  return html`<div class="hint" dir="auto">
    ${l10n.t('The command saw the saved version: {files} had unsaved changes.', { files })}
  </div>`;
}

const asked = ({ questions }: ToolItem) => (questions === undefined ? '' : 'asked');

/** Draws the subject, unless the open card shows the same text. */
function subject(item: ToolItem): TemplateResult {
  const text = isAsking(item.questions ?? []) ? '' : item.subject;
  // A path that doesn't fit is cut in the middle.
  const fileAt = text === item.path ? text.lastIndexOf('/') + 1 : 0;
  return fileAt === 0
    ? html`<span class="subject" title=${text.slice(0, 4_000).toWellFormed()} dir="ltr">${revealHidden(text.slice(0, 1_000).toWellFormed())}${lines(item)}</span>`
    : html`<span class="subject path" title=${text} dir="ltr"
        ><span class="path-folder">${revealHidden(text.slice(0, fileAt))}</span
        ><span class="path-file">${revealHidden(text.slice(fileAt))}</span>${lines(item)}</span
      >`;
}

/** Draws which lines of a file a call reads. */
function lines({ name, input }: ToolItem): TemplateResult | typeof nothing {
  const range = name === 'read' ? readRange(input) : undefined;
  if (range === undefined) return nothing;
  const { from, to } = range;
  return html`<span class="hint lines"
    >${to === undefined ? l10n.t('from line {from}', { from }) : l10n.t('lines {from}–{to}', { from, to })}</span
  >`;
}

/** Draws how the call ended, how its questions were answered, and how long it took. */
function outcome(item: ToolItem, showsTime = true): TemplateResult {
  const { startedAt, durationMs, questions = [] } = item;
  const mark = questionMark(questions);
  const parts = [isShownByMark(item, mark) ? '' : toolOutcome(item), plainText(mark)];
  const isRunning = showsTime && item.state === 'running' && startedAt !== undefined && !isAsking(questions);
  const text = [...parts, durationMs === undefined || !showsTime ? '' : formatDuration(durationMs)]
    .filter(Boolean)
    .join(' · ');
  return html`<span class="outcome" title=${mark === '' ? nothing : plainText(mark)} dir="auto"
    >${
      isRunning
        ? ticking((now) => [text, formatElapsed(startedAt, now)].filter(Boolean).join(' · '))
        : revealHidden(text)
    }</span
  >`;
}

/** Returns whether the mark already shows why a call waits, was denied or was stopped. */
function isShownByMark({ state, text, questions = [] }: ToolItem, mark: string): boolean {
  if (mark === '') return false;
  if (state === 'failed') return deniedCall(text) !== undefined;
  return state === 'waiting' || (state === 'aborted' && questions.at(-1)?.ending?.outcome === 'aborted');
}
