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
    if (before.running && state.run === undefined) return l10n.t('pi has finished');
    return undefined;
  }
}
