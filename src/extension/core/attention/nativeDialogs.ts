import type { DialogEnding, DialogKind, DialogRequest } from '../../../protocol/dialog';
import type { DialogId, ThreadId } from '../../../protocol/ids';
import { plainText } from '../../../protocol/text/ansiText';
import { indexOfItem } from '../../../protocol/threadState';
import type { Disposable } from '../../base/disposable';
import type { NativeDialogUi } from '../ports/panel';
import type { Panels } from '../panels/panels';
import type { Thread } from '../thread/thread';
import type { ThreadRegistry } from '../threadRegistry';

/** When a question opens as a QuickPick, an InputBox or a document by itself. */
export type NativePolicy = 'auto' | 'always' | 'never';

/** What a person is told of their native surfaces. */
export interface DialogFeedback {
  /** The answer that they gave was not taken. */
  refused(why: string): void;
  /** What they were being asked was answered or ended elsewhere. */
  ended(request: DialogRequest, ending: DialogEnding): void;
}

/** What is asked within so many milliseconds of a native answer goes on with it. */
const followUpMs = 1_000;

/** An answer was given natively, while these questions were open. */
interface Answered {
  readonly thread: Thread;
  readonly at: number;
  readonly others: ReadonlySet<DialogId>;
}

interface Shown {
  readonly thread: Thread;
  readonly kind: DialogKind;
  readonly abort: AbortController;
}

/**
 * The native surfaces of the questions of all threads. One quick input is open at a time, since the next would close it;
 * a document stays open beside it. What merely goes away answers nothing, and its question stays open in the panels.
 */
export class NativeDialogs implements Disposable {
  private readonly shown = new Map<DialogId, Shown>();
  /** Questions that were offered natively once: one that a person put away doesn't come back by itself. */
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

  /** Every open question of every thread, oldest first in each. */
  get open(): readonly { readonly thread: Thread; readonly dialogId: DialogId; readonly title: string }[] {
    return this.registry.open.flatMap((thread) =>
      thread.dialogs.open.map((request) => ({
        thread,
        dialogId: request.id,
        title: plainText(request.title),
      })),
    );
  }

  /** Opens this question natively, in place of the quick input that is. False when it is no longer open. */
  show(threadId: ThreadId, dialogId: DialogId): boolean {
    const thread = this.registry.peek(threadId);
    const request = thread?.dialogs.open.find((candidate) => candidate.id === dialogId);
    if (thread === undefined || request === undefined) return false;
    for (const [otherId, other] of [...this.shown]) {
      if (otherId === dialogId || (isQuick(request) && isQuick(other))) this.close(otherId, other);
    }
    const shown = { thread, kind: request.kind, abort: new AbortController() };
    this.shown.set(dialogId, shown);
    this.offered.add(dialogId);
    void this.native.show(request, shown.abort.signal).then((given) => {
      if (this.shown.get(dialogId) === shown) this.shown.delete(dialogId);
      if (given === undefined) return;
      this.answered = {
        thread,
        at: thread.deps.clock.now(),
        others: new Set(this.open.map((question) => question.dialogId)),
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
      this.sayEnded(dialogId, shown.thread);
    }
    if ([...this.shown.values()].some(isQuick)) return;
    const next = open.find(
      ({ thread, dialogId }) => !this.offered.has(dialogId) && this.wanted(thread, dialogId),
    );
    if (next !== undefined) this.show(next.thread.id, next.dialogId);
  }

  private close(dialogId: DialogId, shown: Shown): void {
    this.shown.delete(dialogId);
    shown.abort.abort();
  }

  private sayEnded(dialogId: DialogId, thread: Thread): void {
    const { items } = thread.feed.state;
    const item = items[indexOfItem(items, dialogId)];
    if (item?.kind === 'dialog' && item.ending !== undefined) this.feedback.ended(item.request, item.ending);
  }

  private wanted(thread: Thread, dialogId: DialogId): boolean {
    const policy = this.policy();
    if (policy !== 'auto') return policy === 'always';
    return !this.panels.shows(thread.id) || this.goesOn(thread, dialogId);
  }

  /** Who has just answered in a quick input is not looking at a panel: why they denied is asked there, too. */
  private goesOn(thread: Thread, dialogId: DialogId): boolean {
    const { answered } = this;
    if (answered?.thread !== thread || answered.others.has(dialogId)) return false;
    return thread.deps.clock.now() - answered.at < followUpMs;
  }
}

/** A document is not taken away by what opens next; everything else is a QuickPick or an InputBox. */
function isQuick({ kind }: { readonly kind: DialogKind }): boolean {
  return kind !== 'editor';
}
