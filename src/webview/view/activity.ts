import * as l10n from '@vscode/l10n';
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

/** Draws the thread's current activity as one line above the composer. */
export function activityLine(ui: ViewState, state: ThreadState | undefined): unknown {
  if (state?.stopping) return stopping(ui, state.stopping.waitingFor);
  const [question] = state?.dialogs ?? [];
  if (question) return isInView(ui, state, question.id) ? nothing : waiting(ui, question.id);
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
    <span class="activity-text" dir="auto">${state?.workingMessage === undefined ? activityText(activity) : ansiText(state.workingMessage, { emoji: true })}</span>
    ${startedAt === undefined ? nothing : html`<span class="hint">${ticking((now) => formatElapsed(startedAt, now))}</span>`}
  </div>`;
}

/**
 * Returns the current text of an extension's working mark. Changes at most at each tick, and never with reduced motion.
 */
function frameAt({ frames, everyMs }: WorkingMark, now: number): string {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return plainText(frames[still ? 0 : Math.floor(now / Math.max(500, everyMs)) % frames.length] ?? '');
}

/** Returns whether a question's card is at the end of the transcript, so that no line needs to point to it. */
function isInView(ui: ViewState, state: ThreadState | undefined, dialogId: DialogId): boolean {
  return !ui.scrolledAway && state?.items.at(-1)?.id === dialogId;
}

/** Draws a button that scrolls to an open card. */
function waiting(ui: ViewState, dialogId: DialogId): TemplateResult {
  return html`<div class="activity">
    ${icon('question')}
    <span class="activity-text">${l10n.t('Waiting for your answer')}</span>
    <button class="text-button" @click=${() => ui.page.revealQuestion(dialogId)}>${l10n.t('Show Question')}</button>
  </div>`;
}

function stopping(ui: ViewState, waitingFor: string | undefined): TemplateResult {
  return html`<div class="activity">
    ${icon('loading', 'turning')}
    <span class="activity-text">${waitingFor === undefined ? l10n.t('Stopping…') : l10n.t('Stopping… Waiting for {name}', { name: waitingFor })}</span>
    ${
      waitingFor !== undefined || ui.stopTakesLong
        ? button({
            label: l10n.t('Stop Anyway'),
            title: l10n.t('Stop waiting and show what is still running'),
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
      return l10n.t('Starting');
    case 'thinking':
      return l10n.t('Thinking');
    case 'answering':
      return l10n.t('Answering');
    case 'tool':
      return html`${activityVerb(activity.name)} <span class="subject" dir="ltr">${revealHidden(activity.subject)}</span>`;
    case 'retrying': {
      const { at, attempt, attempts, why } = activity;
      return html`${why} ${ticking((now) =>
        l10n.t('Retrying in {time} (attempt {attempt} of {attempts})', {
          time: formatTimeLeft(at, now),
          attempt,
          attempts,
        }),
      )}`;
    }
    case 'compacting':
      return l10n.t('Compacting the conversation');
    case 'command':
      return l10n.t('Running /{name}', { name: activity.name });
  }
}
