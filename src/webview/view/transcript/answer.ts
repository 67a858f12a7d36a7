import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { Directive, directive } from 'lit-html/directive.js';
import type { TextItem, ThinkingItem } from '../../../protocol/item';
import { formatDuration, formatElapsed } from '../../../protocol/text/duration';
import { codeUseOf } from '../../markdown/codeActions';
import type { LinkOpener } from '../../markdown/inline';
import { LongMarkdownStream } from '../../markdown/open/longStream';
import { foldOf, longText } from '../../ui/longText';
import { fold, icon, ansiText } from '../../ui/pieces';
import { ticking } from '../../ui/ticking';
import { isLastAnswer, messageActions, messageContext } from './messageActions';
import type { ViewState } from '../../viewState/viewState';

/** Keeps one stream of Markdown at its place in the page. */
class MarkdownDirective extends Directive {
  private stream: LongMarkdownStream | undefined;

  override render(text: string, open: boolean, openLink: LinkOpener): unknown {
    this.stream ??= new LongMarkdownStream(openLink);
    this.stream.update(text, open);
    return this.stream.element;
  }
}

const markdown = directive(MarkdownDirective);

export function linkOpener(ui: ViewState): LinkOpener {
  return (target) =>
    ui.panel.ask(
      target.kind === 'web'
        ? { type: 'open-link', href: target.href }
        : {
            type: 'open-file',
            path: target.path,
            ...(target.line === undefined ? {} : { line: target.line }),
          },
    );
}

export function answer(ui: ViewState, item: TextItem): TemplateResult {
  const use = (event: Event): void => {
    const code = codeUseOf(event);
    if (code !== undefined) ui.panel.onThread((threadId) => ({ type: 'use-code', threadId, ...code }));
  };
  return html`<article class="item answer" @enso-code=${use} tabindex="-1" data-item=${item.id} data-vscode-context=${messageContext(item)} aria-label=${l10n.t({ message: 'Answer', comment: ['Noun: an answer of the model.'] })}>
    ${markdown(item.text, item.open, linkOpener(ui))}${item.open ? nothing : messageActions(ui, item, isLastAnswer(ui, item))}
  </article>`;
}

export function thinking(ui: ViewState, item: ThinkingItem): TemplateResult {
  const byDefault = ui.panel.settings.unfoldsThinking === true;
  const open = ui.unfolded(item.id, byDefault);
  // An extension's label for thoughts is shown while they are folded.
  const label = open ? undefined : ui.panel.store.state?.session.thinkingLabel;
  return html`<div class="item thinking">
    <button class="line" aria-expanded=${open} @click=${() => ui.toggle(item.id, byDefault)}>
      ${fold(open)}${icon(item.open ? 'loading' : 'lightbulb', item.open ? 'mark turning' : 'mark')}
      <span class="verb">${item.open ? l10n.t('Thinking') : label === undefined ? l10n.t('Thought') : ansiText(label, { emoji: true })}</span>${thinkingTime(item)}
    </button>
    ${open ? html`<div class="thoughts" dir="auto">${longText(ui, foldOf(item, 'text'), item.text)}</div>` : nothing}
  </div>`;
}

function thinkingTime({ startedAt, durationMs, open }: ThinkingItem): TemplateResult | typeof nothing {
  if (durationMs !== undefined) return html`<span class="outcome">${formatDuration(durationMs)}</span>`;
  return open && startedAt !== undefined
    ? html`<span class="outcome">${ticking((now) => formatElapsed(startedAt, now))}</span>`
    : nothing;
}
