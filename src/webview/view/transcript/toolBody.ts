import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ToolItem } from '../../../protocol/item';
import { plainText } from '../../../protocol/text/ansiText';
import { foldOf, longText } from '../../ui/longText';
import { output } from '../../ui/output';
import { imageView, revealHidden } from '../../ui/pieces';
import { searchHits, type SearchHit } from '../../text/searchHits';
import { argumentText, readRange, toolArguments } from '../../text/toolArguments';
import type { ViewState } from '../../viewState/viewState';

/** Rows of a search that are drawn; the output has the others. */
const maxFoundRows = 200;

/** Draws what a call unfolds to. */
export function toolBody(ui: ViewState, item: ToolItem): TemplateResult {
  switch (item.name) {
    case 'bash':
    case 'powershell':
      return command(ui, item);
    case 'grep':
    case 'find':
    case 'ls':
      return item.state === 'done' ? found(ui, item) : usual(ui, item);
    case 'read':
      return html`${openButton(ui, item)} ${result(ui, item)} ${images(item)}`;
    default:
      return usual(ui, item);
  }
}

function usual(ui: ViewState, item: ToolItem): TemplateResult {
  return html`${openButton(ui, item)} ${input(ui, item)} ${result(ui, item, l10n.t('Output'))} ${images(item)}`;
}

function openButton(ui: ViewState, { path, name, input: json }: ToolItem): TemplateResult | typeof nothing {
  if (path === undefined) return nothing;
  const line = name === 'read' ? readRange(json)?.from : undefined;
  return html`<button
    class="text-button"
    @click=${() => ui.panel.ask({ type: 'open-file', path, ...(line === undefined ? {} : { line }) })}
  >
    ${l10n.t('Open {path}', { path })}
  </button>`;
}

/** Draws the arguments as a table, or as they are while they are no complete JSON. */
function input(ui: ViewState, item: ToolItem): TemplateResult | typeof nothing {
  if (item.input === '' || item.input === '{}') return nothing;
  const fields = toolArguments(item.input);
  const rows = fields === undefined ? [] : Object.entries(fields);
  if (rows.length === 0 || rows.length > 30)
    return html`<div class="label">${l10n.t('Input')}</div>
      <pre class="output" tabindex="0" dir="ltr">${longText(ui, foldOf(item, 'input'), item.input)}</pre>`;
  return html`<div class="label">${l10n.t('Input')}</div>
    <table class="arguments">
      <tbody>
        ${rows.map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${revealHidden(name)}</th>
              <td dir="auto">${longText(ui, foldOf(item, 'input'), argumentText(value), { limits: argumentLimits })}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

const argumentLimits = { lines: 12, characters: 2_000 };

function result(ui: ViewState, item: ToolItem, label?: string): TemplateResult {
  if (plainText(item.text) === '') {
    if ((item.images ?? []).length > 0) return html``;
    const isOver = item.state !== 'writing' && item.state !== 'waiting' && item.state !== 'running';
    return html`<div class="hint">${isOver ? l10n.t('No output') : l10n.t('No output yet')}</div>`;
  }
  return html`${label === undefined ? nothing : html`<div class="label">${label}</div>`}
  ${output(ui, foldOf(item, 'output'), item.text, { atEnd: isShell(item.name), isLive: item.state === 'running' })}`;
}

export function images(item: ToolItem): unknown {
  return (item.images ?? []).map((image) => imageView(image, 'shown'));
}

/** Draws a command as it ran, its output in a box that follows the end, and what can be done with both. */
function command(ui: ViewState, item: ToolItem): TemplateResult {
  const given = toolArguments(item.input)?.['command'];
  const text = typeof given === 'string' ? given : item.subject;
  const use = () =>
    ui.panel.onThread((threadId) => ({ type: 'use-code', threadId, use: 'type-in-terminal', text }));
  return html`<pre class="command" tabindex="0" dir="ltr">${longText(ui, foldOf(item, 'input'), text, { limits: argumentLimits, draw: revealHidden })}</pre>
    ${result(ui, item)} ${images(item)}
    <div class="actions">
      <button class="text-button" @click=${use}>${l10n.t('Open in Terminal')}</button>
      <button class="text-button" @click=${() => void navigator.clipboard.writeText(text)}>${l10n.t('Copy Command')}</button>
      ${
        plainText(item.text) === ''
          ? nothing
          : html`<button class="text-button" @click=${() => void navigator.clipboard.writeText(plainText(item.text))}>
              ${l10n.t('Copy Output')}
            </button>`
      }
    </div>`;
}

/** Draws the rows of a search, each of which opens its file. */
function found(ui: ViewState, item: ToolItem): TemplateResult {
  const searched = toolArguments(item.input)?.['path'];
  const text = plainText(item.text);
  const rows = searchHits(item.name, text.slice(0, 200_000), typeof searched === 'string' ? searched : '');
  if (text === '' || rows.length > maxFoundRows || !rows.some(({ path }) => path !== undefined))
    return html`${result(ui, item)}`;
  return html`<div class="found" role="list" dir="ltr">${rows.map((row) => foundRow(ui, row))}</div>`;
}

function foundRow(ui: ViewState, { path, line, place, text }: SearchHit): TemplateResult {
  const shown = text.slice(0, 500).toWellFormed();
  if (path === undefined) return html`<div role="listitem" class="found-row">${revealHidden(shown)}</div>`;
  const open = () => ui.panel.ask({ type: 'open-file', path, ...(line === undefined ? {} : { line }) });
  return html`<div role="listitem" class="found-row">
    <button class="text-button" @click=${open}>${revealHidden(place)}</button> ${revealHidden(shown)}
  </div>`;
}

/** The end of a command's output says how the command ended. */
function isShell(name: string): boolean {
  return name === 'bash' || name === 'powershell';
}
