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
    <span class="activity-text" dir="auto">${state?.workingMessage === undefined ? activityText(activity) : ansiText(state.workingMessage)}</span>
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

function activityText(activity: Activity | undefined): unknown {
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
