import { html, nothing, type TemplateResult } from 'lit-html';
import type { ToolItem } from '../../../protocol/item';
import { deniedCall } from '../../../protocol/text/deniedCall';
import { plainOutput } from '../../text/plainOutput';
import { formatDuration, formatElapsed } from '../../../protocol/text/duration';
import { toolOutcome, toolVerb } from '../../text/toolLabels';
import { readDiff } from '../../text/unifiedDiff';
import { ticking } from '../../ui/ticking';
import { fold, icon, imageView, revealHidden } from '../../ui/pieces';
import type { ViewState } from '../../viewState/viewState';
import { diffCounts, diffRows } from '../../ui/diff';

const marks: Readonly<Record<ToolItem['state'], TemplateResult>> = {
  writing: icon('loading', 'mark turning'),
  waiting: icon('question', 'mark'),
  running: icon('loading', 'mark turning'),
  done: icon('check', 'mark'),
  failed: icon('error', 'mark failed'),
  aborted: icon('circle-slash', 'mark'),
};

/** What a person did not want is no error. */
function markOf(item: ToolItem): TemplateResult {
  const refused = item.state === 'failed' && deniedCall(item.text) !== undefined;
  return marks[refused ? 'aborted' : item.state];
}

/** One tool call: a line that unfolds to what went in and what came out. */
export function tool(ui: ViewState, item: ToolItem): TemplateResult {
  return item.diff !== undefined && item.diff !== '' ? edit(ui, item, item.diff) : plain(ui, item);
}

function plain(ui: ViewState, item: ToolItem): TemplateResult {
  const open = ui.unfolded(item.id);
  return html`<div class="item tool ${item.state}">
    <button class="line" aria-expanded=${open} @click=${() => ui.toggle(item.id)}>
      ${fold(open)}${markOf(item)}<span class="verb">${toolVerb(item)}</span>
      <span class="subject" title=${item.subject} dir="ltr">${revealHidden(item.subject)}</span>
      <span class="outcome">${outcome(item)}</span>
    </button>
    ${open ? html`<div class="tool-body">${body(ui, item)}</div>` : nothing}
  </div>`;
}

function edit(ui: ViewState, item: ToolItem, unified: string): TemplateResult {
  const diff = readDiff(unified);
  const byDefault = diff.rows.length <= 40;
  const open = ui.unfolded(item.id, byDefault);
  return html`<div class="item tool edit ${item.state} ${open ? 'open' : ''}">
    <div class="edit-head">
      <button class="line" aria-expanded=${open} @click=${() => ui.toggle(item.id, byDefault)}>
        ${fold(open)}<span class="verb">${toolVerb(item)}</span>
        <span class="subject" title=${item.subject} dir="ltr">${revealHidden(item.subject)}</span>
        ${diffCounts(diff)}<span class="outcome">${toolOutcome(item)}</span>
      </button>
      <button
        class="text-button"
        @click=${() => ui.panel.onThread((threadId) => ({ type: 'open-diff', threadId, itemId: item.id }))}
      >
        Open Diff
      </button>
    </div>
    ${open ? diffRows(diff) : nothing}
  </div>`;
}

function outcome(item: ToolItem): unknown {
  const word = toolOutcome(item);
  const { startedAt } = item;
  if (item.state === 'running' && startedAt !== undefined)
    return ticking((now) => formatElapsed(startedAt, now));
  const time = item.durationMs === undefined ? '' : formatDuration(item.durationMs);
  return [word, time].filter((part) => part !== '').join(' · ');
}

function body(ui: ViewState, item: ToolItem): TemplateResult {
  const { path } = item;
  return html`${
    path === undefined
      ? nothing
      : html`<button class="text-button" @click=${() => ui.panel.ask({ type: 'open-file', path })}>
          Open ${path}
        </button>`
  }
  ${
    item.input === '' || item.input === '{}'
      ? nothing
      : html`<div class="label">Input</div>
          <pre class="output" tabindex="0" dir="ltr">${item.input}</pre>`
  }
  ${
    item.text === ''
      ? html`<div class="hint">${item.state === 'done' ? 'No output' : 'No output yet'}</div>`
      : html`<div class="label">Output</div>
          <pre class="output" tabindex="0" dir="ltr">${plainOutput(item.text)}</pre>`
  }
  ${(item.images ?? []).map((image) => imageView(image, 'shown'))}`;
}
