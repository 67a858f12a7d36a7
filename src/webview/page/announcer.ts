import * as l10n from '@vscode/l10n';
import { askerText } from '../../protocol/questionText';
import { plainText } from '../../protocol/text/ansiText';
import { visibleText } from '../../protocol/text/hiddenCharacters';
import { oneLine } from '../../protocol/text/truncate';
import type { ThreadState } from '../../protocol/threadState';

interface Announced {
  readonly threadId: string;
  readonly running: boolean;
  readonly questions: readonly string[];
}

/** Announces questions and the end of a run to screen readers, once each. */
export class Announcer {
  private announced: Announced | undefined;

  /** Returns the announcement for a change of the thread, if any. */
  nextAnnouncement(state: ThreadState | undefined): string | undefined {
    if (!state) return undefined;
    const before = this.announced;
    const questions = state.dialogs.map((dialog) => dialog.id);
    this.announced = { threadId: state.threadId, running: state.run !== undefined, questions };
    const asked = state.dialogs.find((dialog) => !before?.questions.includes(dialog.id));
    if (asked) {
      return l10n.t({
        message: '{asker}: {question}',
        args: {
          asker: visibleText(askerText(asked)),
          question: visibleText(oneLine(plainText(asked.title))),
        },
        comment: ['{asker} says who asks; {question} is the question.'],
      });
    }
    if (before?.threadId !== state.threadId) return undefined;
    if (before.running && state.run === undefined) return ending(state);
    return undefined;
  }
}

/** Longer answers are opened as text instead. */
const maxReadCharacters = 2_000;

/** Returns how a run ended, with the answer that it ended with. */
function ending({ items }: ThreadState): string {
  const last = items.findLast((item) => item.kind !== 'dialog');
  if (last?.kind === 'notice' && last.level === 'error')
    return l10n.t('pi stopped with an error: {problem}', { problem: plainText(last.text) });
  if (last?.kind !== 'text') return l10n.t('pi has finished');
  return l10n.t('pi has finished. {answer}', {
    answer: last.text.slice(0, maxReadCharacters).toWellFormed(),
  });
}
