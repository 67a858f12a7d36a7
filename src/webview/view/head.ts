import { html, nothing, type TemplateResult } from 'lit-html';
import type { NextStep } from '../../protocol/item';
import { plainText } from '../../protocol/text/ansiText';
import { iconButton } from '../ui/controls';
import { icon, ansiText, walkRows } from '../ui/pieces';
import { nextStepLabels } from '../text/nextSteps';
import type { ViewState } from '../viewState/viewState';

/** The thread's title, and what there is beside this thread. */
export function head(ui: ViewState): TemplateResult {
  const session = ui.panel.store.state?.session;
  const title =
    [session?.heading, session?.title].find((text) => text !== undefined && plainText(text) !== '') ??
    'New thread';
  return html`<header class="head" @keydown=${(event: KeyboardEvent) => walkRows(event, '.menu-row:not(:disabled)')}>
    <h1 class="title" title=${plainText(title)} dir="auto">${ansiText(title)}</h1>
    ${iconButton({ label: 'New thread', icon: 'add', onPress: () => ui.panel.ask({ type: 'new-thread' }) })}
    ${iconButton({ label: 'History', icon: 'history', onPress: () => ui.toggleMenu('history') })}
    ${iconButton({ label: 'More', icon: 'ellipsis', onPress: () => ui.toggleMenu('more') })}
    ${ui.menu === 'history' ? history(ui) : ui.menu === 'more' ? more(ui) : nothing}
  </header>`;
}

function history(ui: ViewState): TemplateResult {
  const { threads } = ui;
  return html`<div class="menu" role="menu" aria-label="Threads">
    ${
      threads === undefined
        ? html`<div class="menu-word">Reading…</div>`
        : threads.length === 0
          ? html`<div class="menu-word">No threads yet</div>`
          : threads.map(
              (row) =>
                html`<button
                  class="menu-row"
                  role="menuitem"
                  ?disabled=${row.problem !== undefined}
                  title=${row.problem ?? row.title}
                  @click=${() => ui.choose(() => ui.panel.follow(row.threadId))}
                >
                  ${icon(row.waiting ? 'question' : row.busy ? 'loading' : 'comment-discussion', row.busy && !row.waiting ? 'turning' : '')}
                  <span class="menu-text" dir="auto">${row.title === '' ? 'New thread' : row.title}</span>
                  <span class="hint">${row.problem ?? (row.waiting ? 'waiting for you' : '')}</span>
                </button>`,
            )
    }
  </div>`;
}

const steps: readonly NextStep[] = ['choose-model', 'set-key', 'compact', 'show-log'];

function more(ui: ViewState): TemplateResult {
  return html`<div class="menu" role="menu" aria-label="More">
    ${steps.map(
      (step) =>
        html`<button
          class="menu-row"
          role="menuitem"
          @click=${() => ui.choose(() => ui.panel.nextStep(step))}
        >
          <span class="menu-text">${nextStepLabels[step]}</span>
        </button>`,
    )}
  </div>`;
}
