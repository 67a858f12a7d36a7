import type { DialogAnswer, DialogEnding, DialogKind, DialogRequest } from '../../../protocol/dialog';
import type { DialogId, ThreadId } from '../../../protocol/ids';
import { plainText } from '../../../protocol/text/ansiText';
import { indexOfItem } from '../../../protocol/threadState';
import type { Disposable } from '../../base/disposable';
import type { NativeDialogUi } from '../ports/panel';
import type { Panels } from '../panels/panels';
import type { Thread } from '../thread/thread';
import type { ThreadRegistry } from '../threadRegistry';

/** The setting that controls when a question opens as a Quick Pick, an input box or a document. */
export type NativePolicy = 'auto' | 'always' | 'never';

/** Messages to the user about native dialogs. */
export interface DialogFeedback {
  /** Reports that an answer was refused. */
  refused(why: string): void;
  /** Reports that a shown question was settled elsewhere. */
  ended(request: DialogRequest, ending: DialogEnding): void;
}

/** A question that comes within this time after a native answer is a follow-up. */
const followUpMs = 1_000;

/** The latest native answer, with the questions that were open then. */
interface Answered {
  readonly thread: Thread;
  readonly at: number;
  readonly others: ReadonlySet<DialogId>;
  /** The answer asks for a text, so the user types at once. */
  readonly wantsReason: boolean;
}

interface Shown {
  readonly thread: Thread;
  readonly kind: DialogKind;
  readonly abort: AbortController;
}

/**
 * The native dialogs of all threads. One quick input is open at a time, because the next one would close it; documents
 * stay open. A dialog that is only closed answers nothing, and its question stays open in the panels.
 */
export class NativeDialogs implements Disposable {
  private readonly shown = new Map<DialogId, Shown>();
  /** Questions that were shown natively once. A dialog that the user has closed doesn't open again. */
  private readonly offered = new Set<DialogId>();
  private readonly subscription: Disposable;
  private answered: Answered | undefined;

  constructor(
    private readonly registry: ThreadRegistry,
    private readonly panels: Panels,
    private readonly native: NativeDialogUi,
    private readonly policy: () => NativePolicy,
    private readonly feedback: DialogFeedback,
  ) {
    this.subscription = registry.onDidChange(() => {
      this.changed();
    });
  }

  /** Returns the open questions of all threads, the oldest of each thread first. */
  get open(): readonly { readonly thread: Thread; readonly dialogId: DialogId; readonly title: string }[] {
    return this.registry.open.flatMap((thread) =>
      thread.dialogs.open.map((request) => ({
        thread,
        dialogId: request.id,
        title: plainText(request.title),
      })),
    );
  }

  /** Opens a question natively and closes the current quick input. Returns false for a question that isn't open. */
  show(threadId: ThreadId, dialogId: DialogId): boolean {
    return this.present(threadId, dialogId, false);
  }

  dispose(): void {
    this.subscription.dispose();
    for (const [dialogId, shown] of [...this.shown]) this.close(dialogId, shown);
  }

  private changed(): void {
    const { open } = this;
    const isOpen = (dialogId: DialogId): boolean => open.some((question) => question.dialogId === dialogId);
    for (const dialogId of this.offered) if (!isOpen(dialogId)) this.offered.delete(dialogId);
    for (const [dialogId, shown] of [...this.shown]) {
      if (isOpen(dialogId)) continue;
      this.close(dialogId, shown);
      this.reportEnded(dialogId, shown.thread);
    }
    if ([...this.shown.values()].some(isQuick)) return;
    const next = open.find(
      ({ thread, dialogId }) => !this.offered.has(dialogId) && this.wanted(thread, dialogId),
    );
    if (next === undefined) return;
    const isReason = this.answered?.wantsReason === true && this.isFollowUp(next.thread, next.dialogId);
    this.present(next.thread.id, next.dialogId, !isReason);
  }

  private present(threadId: ThreadId, dialogId: DialogId, isUnrequested: boolean): boolean {
    const thread = this.registry.peek(threadId);
    const request = thread?.dialogs.open.find((candidate) => candidate.id === dialogId);
    if (thread === undefined || request === undefined) return false;
    for (const [otherId, other] of [...this.shown]) {
      if (otherId === dialogId || (isQuick(request) && isQuick(other))) this.close(otherId, other);
    }
    const shown = { thread, kind: request.kind, abort: new AbortController() };
    this.shown.set(dialogId, shown);
    this.offered.add(dialogId);
    void this.native.show(request, shown.abort.signal, isUnrequested).then((given) => {
      if (this.shown.get(dialogId) === shown) this.shown.delete(dialogId);
      if (given === undefined) return;
      this.answered = {
        thread,
        at: thread.deps.clock.now(),
        others: new Set(this.open.map((question) => question.dialogId)),
        wantsReason: given.answer !== 'cancel' && wantsReason(request, given.answer),
      };
      const result =
        given.answer === 'cancel'
          ? thread.dialogs.cancel(dialogId, given.from)
          : thread.dialogs.answer(dialogId, given.answer, given.from);
      if (result.ok) return;
      this.feedback.refused(result.message);
      if (result.code === 'answer-refused') this.show(threadId, dialogId);
    });
    return true;
  }

  private close(dialogId: DialogId, shown: Shown): void {
    this.shown.delete(dialogId);
    shown.abort.abort();
  }

  private reportEnded(dialogId: DialogId, thread: Thread): void {
    const { items } = thread.feed.state;
    const item = items[indexOfItem(items, dialogId)];
    if (item?.kind === 'dialog' && item.ending !== undefined) this.feedback.ended(item.request, item.ending);
  }

  private wanted(thread: Thread, dialogId: DialogId): boolean {
    const policy = this.policy();
    if (policy !== 'auto') return policy === 'always';
    return !this.panels.shows(thread.id) || this.isFollowUp(thread, dialogId);
  }

  /**
   * Returns true for a follow-up of a native answer, such as the reason of a denial: the user isn't looking at a panel.
   */
  private isFollowUp(thread: Thread, dialogId: DialogId): boolean {
    const { answered } = this;
    if (answered?.thread !== thread || answered.others.has(dialogId)) return false;
    return thread.deps.clock.now() - answered.at < followUpMs;
  }
}

function wantsReason(request: DialogRequest, answer: DialogAnswer): boolean {
  if (request.kind !== 'select' || !('value' in answer)) return false;
  return request.decisions?.[request.options.indexOf(answer.value)] === 'deny-with-reason';
}

/** Returns true for a Quick Pick or an input box, which the next one closes. A document stays open. */
function isQuick({ kind }: { readonly kind: DialogKind }): boolean {
  return kind !== 'editor';
}
