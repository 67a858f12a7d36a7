import { plainText } from '../../protocol/text/ansiText';
import type { ThreadState } from '../../protocol/threadState';

interface Announced {
  readonly threadId: string;
  readonly running: boolean;
  readonly questions: readonly string[];
}

/** Tells a screen reader what matters, once, and not each word of an answer. */
export class Announcer {
  private announced: Announced | undefined;

  /** What is to be said now; undefined when nothing is. */
  nextAnnouncement(state: ThreadState | undefined): string | undefined {
    if (!state) return undefined;
    const before = this.announced;
    const questions = state.dialogs.map((dialog) => dialog.id);
    this.announced = { threadId: state.threadId, running: state.run !== undefined, questions };
    const asked = state.dialogs.find((dialog) => !before?.questions.includes(dialog.id));
    if (asked) return `pi asks: ${plainText(asked.title)}`;
    if (before?.threadId !== state.threadId) return undefined;
    if (before.running && state.run === undefined) return 'pi has finished';
    return undefined;
  }
}
