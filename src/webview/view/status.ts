import { html, nothing, type TemplateResult } from 'lit-html';
import type { DialogId } from '../../protocol/ids';
import type { Activity } from '../../protocol/observation';
import type { WorkingMark } from '../../protocol/session';
import type { ThreadState } from '../../protocol/threadState';
import { plainText } from '../../protocol/text/ansiText';
import { formatTimeLeft, formatElapsed } from '../../protocol/text/duration';
import { activityVerb } from '../text/toolLabels';
import { button } from '../ui/controls';
import { ticking } from '../ui/ticking';
import type { LeftOut, ShownToast } from '../panel/toasts';
import { icon, ansiText, revealHidden } from '../ui/pieces';
import type { ViewState } from '../viewState/viewState';

/** What goes on right now: one line above the composer. */
export function activityLine(ui: ViewState, state: ThreadState | undefined): unknown {
  if (state?.stopping) return stopping(ui, state.stopping.waitingFor);
  const [question] = state?.dialogs ?? [];
  if (question) return waiting(ui, question.id);
  const activity = state?.activity;
  if (!ui.panel.busy && activity === undefined) return nothing;
  if (state?.session.workingShown === false) return nothing;
  const mark = state?.session.workingMark;
  const startedAt = state?.run?.startedAt;
  return html`<div class="activity">
    ${
      mark === undefined
        ? icon('loading', 'turning')
        : html`<span class="mark" aria-hidden="true">${ticking((now) => frameAt(mark, now))}</span>`
    }
    <span class="activity-text" dir="auto">${state?.workingMessage === undefined ? describe(activity) : ansiText(state.workingMessage)}</span>
    ${startedAt === undefined ? nothing : html`<span class="hint">${ticking((now) => formatElapsed(startedAt, now))}</span>`}
  </div>`;
}

/** The text whose turn it is. They change no more often than all that ticks, and not at all where motion is unwelcome. */
function frameAt({ frames, everyMs }: WorkingMark, now: number): string {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return plainText(frames[still ? 0 : Math.floor(now / Math.max(500, everyMs)) % frames.length] ?? '');
}

/** Whatever runs stands still until the person answers; the card may be anywhere in the transcript. */
function waiting(ui: ViewState, dialogId: DialogId): TemplateResult {
  return html`<div class="activity">
    ${icon('question')}
    <span class="activity-text">Waiting for your answer</span>
    <button class="text-button" @click=${() => ui.page.revealQuestion(dialogId)}>Show question</button>
  </div>`;
}

function stopping(ui: ViewState, heldBy: string | undefined): TemplateResult {
  return html`<div class="activity">
    ${icon('loading', 'turning')}
    <span class="activity-text">Stopping…${heldBy === undefined ? '' : ` held by ${heldBy}`}</span>
    ${
      heldBy !== undefined || ui.stopTakesLong
        ? button({
            label: 'Stop anyway',
            title: 'Let the run go and report what could not be ended',
            onPress: () => ui.panel.stopAnyway(),
          })
        : nothing
    }
  </div>`;
}

function describe(activity: Activity | undefined): unknown {
  switch (activity?.kind) {
    case undefined:
    case 'starting':
      return 'Starting';
    case 'thinking':
      return 'Thinking';
    case 'answering':
      return 'Answering';
    case 'tool':
      return html`${activityVerb(activity.name)} <span class="subject" dir="ltr">${revealHidden(activity.subject)}</span>`;
    case 'retrying': {
      const { at, attempt, attempts, why } = activity;
      return html`${why} Trying again in ${ticking((now) => formatTimeLeft(at, now))} (${attempt} of ${attempts})`;
    }
    case 'compacting':
      return 'Compacting the conversation';
    case 'command':
      return `Running /${activity.name}`;
  }
}

/** What extensions have to say for as long as they like. */
export function extensionLines(state: ThreadState | undefined): unknown {
  const statuses = Object.entries(state?.statuses ?? {});
  if (statuses.length === 0) return nothing;
  return html`<div class="statuses">
    ${statuses.map(([key, text]) => html`<span class="status" title=${key} dir="auto">${ansiText(text)}</span>`)}
  </div>`;
}

export function widgets(state: ThreadState | undefined, placement: 'above' | 'below'): unknown {
  return Object.entries(state?.widgets ?? {})
    .filter(([, widget]) => widget.placement === placement)
    .map(
      ([key, widget]) =>
        html`<pre class="widget" aria-label=${key} dir="auto">${ansiText(widget.lines.join('\n'))}</pre>`,
    );
}

export function toasts(ui: ViewState): unknown {
  const { shown, leftOut } = ui.panel.toasts;
  return html`<div class="toasts" role="status">
    ${shown.map(({ id, level, text, times }) =>
      toast(level, `${text}${times > 1 ? ` (${times} times)` : ''}`, () => ui.panel.toasts.dismiss(id)),
    )}
    ${
      leftOut === undefined
        ? nothing
        : toast(leftOut.errors > 0 ? 'error' : 'info', leftOutWords(leftOut), () =>
            ui.panel.toasts.dismissLeftOut(),
          )
    }
  </div>`;
}

function toast(level: ShownToast['level'], text: string, dismiss: () => void): TemplateResult {
  return html`<div class="toast ${level}" dir="auto">
    ${icon(level)}<span class="toast-text">${ansiText(text)}</span
    ><button class="icon-button codicon codicon-close" aria-label="Dismiss" @click=${dismiss}></button>
  </div>`;
}

function leftOutWords({ count, errors, from }: LeftOut): string {
  const of = errors === 0 ? '' : errors === 1 ? ', 1 error among them' : `, ${errors} errors among them`;
  return `And ${count} more${from.length === 0 ? '' : ` from ${from.join(', ')}`}${of}.`;
}
